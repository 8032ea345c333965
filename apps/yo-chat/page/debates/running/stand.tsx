import { type Statement, saySure } from '@sweatpants/roundtable/browser'

const SIDES = { support: 'In favour', oppose: 'Against', neutral: 'Undecided' } as const

/** Where somebody stands, and how sure they are of it. */
export function Stand({ answer, stance, confidence }: Pick<Statement, 'answer' | 'stance' | 'confidence'>) {
  const side = answer ?? (stance && SIDES[stance])
  return (
    <>
      {side !== undefined && (
        <span className="badge" data-stance={answer === undefined ? stance : undefined}>
          {side}
        </span>
      )}{' '}
      {confidence !== undefined && <span className="running-sure">{saySure(confidence)}</span>}
    </>
  )
}
