import type { ConsensusResult } from '../session/consensus.ts'
import type { ContextRecord } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'
import { readSeats } from './seats.ts'
import { quote, sayCount, sayList } from './words.ts'

/** Lists what would change the decision: votes, arguments of the minority, missing facts, seats that were not heard. */
export function listChanges(session: Session): string[] {
  const { consensus, contextRequests, pendingContextRequests } = session
  const pending = new Set(pendingContextRequests.map(({ id }) => id))
  const changes = [
    ...(consensus === undefined ? [] : [...sayMargin(consensus), ...sayDissent(consensus)]),
    ...contextRequests.filter(({ id }) => pending.has(id)).map(sayPending),
    ...contextRequests.filter(({ answer }) => answer?.success === false).map(sayUnavailable),
    ...(consensus === undefined ? [] : sayUnheard(session, consensus)),
  ]
  return [...new Set(changes)]
}

/** How many seats would have to change their mind. */
function sayMargin({ leading, vote }: ConsensusResult): string[] {
  const [first, second] = vote
  const voters = vote.reduce((total, { agentIds }) => total + agentIds.length, 0)
  if (leading === undefined || first === undefined || voters < 2) return []
  const count = Math.ceil((first.agentIds.length - (second?.agentIds.length ?? 0)) / 2)
  const rival = second === undefined ? 'the same other answer' : quote(second.answer)
  return [`If ${sayCount(count, 'seat')} changed to ${rival}, this answer would no longer lead.`]
}

const sayDissent = ({ dissent }: ConsensusResult): string[] =>
  dissent.map(
    ({ agentId, answer, reason }) => `If ${agentId} is right that ${quote(reason)}, that speaks for ${quote(answer)}.`,
  )

const sayPending = ({ agentId, query, reason, priority }: ContextRecord): string =>
  `An answer to ${quote(query)}, which ${agentId} asked for (${priority}): ${quote(reason)}.`

const sayUnavailable = ({ agentId, query, answer }: ContextRecord): string =>
  `${agentId} asked ${quote(query)}, which could not be found${answer?.error ? ` (${quote(answer.error)})` : ''}; knowing it may change the answer.`

function sayUnheard(session: Session, { round }: ConsensusResult): string[] {
  const heard = new Set(session.responses.filter((one) => one.round === round).map(({ agentId }) => agentId))
  const names = readSeats(session).flatMap(({ agentId }) => (heard.has(agentId) ? [] : [agentId]))
  return names.length === 0 ? [] : [`Hearing ${sayList(names)}, who could not be asked or did not answer.`]
}
