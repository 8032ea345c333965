import type { ConsensusResult, Dissent } from '../session/consensus.ts'
import type { ContextRecord } from '../session/context-request.ts'
import { type NameOf, nameSeats } from '../session/name-seats.ts'
import { quote, sayCount, sayList } from '../session/phrases.ts'
import type { Session } from '../session/session.ts'
import { isContested, listDissent } from './dissent.ts'

/** Lists what would change the decision: votes, arguments of the minority, missing facts, seats that were not heard. */
export function listChanges(session: Session): string[] {
  const { consensus, contextRequests, pendingContextRequests } = session
  const nameOf = nameSeats(session)
  const pending = new Set(pendingContextRequests.map(({ id }) => id))
  const changes = [
    ...(consensus === undefined ? [] : [...sayMargin(consensus), ...sayDissent(listDissent(session), nameOf)]),
    ...contextRequests.filter(({ id }) => pending.has(id)).map((one) => sayPending(one, nameOf)),
    ...contextRequests.filter(({ answer }) => answer?.success === false).map((one) => sayUnavailable(one, nameOf)),
    ...(consensus === undefined ? [] : sayUnheard(session, consensus, nameOf)),
  ]
  return [...new Set(changes)]
}

/** How many seats would have to change their mind. An estimate moves with every number, so it has no such margin. */
function sayMargin(consensus: ConsensusResult): string[] {
  const { leading, vote, kind } = consensus
  const [first, second] = vote
  // Where weights or private votes decide, the number of votes does not tell.
  if (kind === 'estimate' || isContested(consensus)) return []
  const voters = vote.reduce((total, { agentIds }) => total + agentIds.length, 0)
  if (leading === undefined || first === undefined || voters < 2) return []
  const count = Math.ceil((first.agentIds.length - (second?.agentIds.length ?? 0)) / 2)
  const rival = second === undefined ? 'the same other answer' : quote(second.answer)
  return [`If ${sayCount(count, 'panellist')} changed to ${rival}, ${quote(leading)} would no longer lead.`]
}

const sayDissent = (dissent: readonly Dissent[], nameOf: NameOf): string[] =>
  dissent.map(
    ({ agentId, answer, reason }) =>
      `If ${nameOf(agentId)} is right that ${quote(reason)}, that speaks for ${quote(answer)}.`,
  )

const sayPending = ({ agentId, query, reason, priority }: ContextRecord, nameOf: NameOf): string =>
  `An answer to ${quote(query)}, which ${nameOf(agentId)} asked for (${priority}): ${quote(reason)}.`

const sayUnavailable = ({ agentId, query, answer }: ContextRecord, nameOf: NameOf): string =>
  `${nameOf(agentId)} asked ${quote(query)}, which could not be found${answer?.error ? ` (${quote(answer.error)})` : ''}; knowing it may change the answer.`

function sayUnheard({ seats, absent, responses }: Session, { round }: ConsensusResult, nameOf: NameOf): string[] {
  const heard = new Set(responses.filter((one) => one.round === round).map(({ agentId }) => agentId))
  const unheard = new Set([...seats, ...absent].map(({ agentId }) => agentId).filter((agentId) => !heard.has(agentId)))
  return unheard.size === 0
    ? []
    : [`Hearing ${sayList([...unheard].map(nameOf))}, who could not be asked or did not answer.`]
}
