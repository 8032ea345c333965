import type { AgentResponse, Ballot } from '@sweatpants/roundtable/browser'
import { HeldIn } from '../reading/held.tsx'
import { texts } from './texts.ts'

/** Shows the vote of a seat and how sure it is, or its number and range. */
export function Stand({ said }: { said: AgentResponse | Ballot }) {
  const { answer, stance, estimate, confidence } = said
  const vote = answer ?? (stance && texts.stances[stance])
  return (
    <>
      {vote !== undefined && (
        <span className="badge" data-stance={answer === undefined ? stance : undefined}>
          {vote}
        </span>
      )}{' '}
      {(estimate ?? confidence) !== undefined && (
        <span className="running-sure">
          <HeldIn said={said} />
        </span>
      )}
    </>
  )
}
