import { type Statement, saySure } from '@sweatpants/roundtable/browser'
import { texts } from './texts.ts'

type StandProps = Pick<Statement, 'answer' | 'stance' | 'estimate' | 'confidence'>

/** Shows the vote of a seat and how sure it is. */
export function Stand({ answer, stance, estimate, confidence }: StandProps) {
  const vote = answer ?? (stance && texts.stances[stance]) ?? estimate?.value.toLocaleString('en')
  return (
    <>
      {vote !== undefined && (
        <span className="badge" data-stance={answer === undefined ? stance : undefined}>
          {vote}
        </span>
      )}{' '}
      {confidence !== undefined && <span className="running-sure">{saySure(confidence)}</span>}
    </>
  )
}
