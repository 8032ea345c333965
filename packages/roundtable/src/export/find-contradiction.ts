import { isPending } from '../session/context-request.ts'
import type { Session } from '../session/session.ts'

/** Why this cannot be what a debate came to, where each of its parts looks right. */
export function findContradiction(session: Session): string | undefined {
  const { id, seats, agentIds, rounds, responses, contextRequests, currentRound, pendingContextRequests } = session
  const seated = new Set(agentIds)
  const numbers = new Set(rounds.map(({ number }) => number))
  const inRounds = rounds.flatMap(({ number, ballots, failures }) =>
    [...ballots, ...failures].map((one) => ({ ...one, isHere: one.round === number })),
  )
  const spoke = [...responses, ...inRounds]
  const waiting = session.status === 'completed' ? [] : contextRequests.filter(isPending)
  const rules: Record<string, boolean> = {
    'agentIds are not those of the seats': !isSame(
      agentIds,
      seats.map((seat) => seat.agentId),
    ),
    'two seats have the same agentId': seated.size < agentIds.length,
    'rounds are not numbered from 1 to currentRound':
      currentRound !== rounds.length || rounds.some(({ number }, i) => number !== i + 1),
    'somebody without a seat is asked': rounds.some((round) => round.agentIds.some((agentId) => !seated.has(agentId))),
    'somebody without a seat speaks': [...spoke, ...contextRequests].some(({ agentId }) => !seated.has(agentId)),
    'somebody speaks in a round that there was not': spoke.some(({ round }) => !numbers.has(round)),
    'a ballot or a failure is of another round': inRounds.some(({ isHere }) => !isHere),
    'somebody answers twice in a round': hasTwice(responses.map(({ round, agentId }) => `${round} ${agentId}`)),
    'two context requests have the same id': hasTwice(contextRequests.map((request) => request.id)),
    'a context request is of another session': contextRequests.some(({ sessionId }) => sessionId !== id),
    'pendingContextRequests are not those that wait for an answer': !isSame(
      pendingContextRequests.map((request) => request.id),
      waiting.map((request) => request.id),
    ),
  }
  return Object.keys(rules).find((rule) => rules[rule])
}

const isSame = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((value, i) => value === b[i])

const hasTwice = (values: readonly string[]): boolean => new Set(values).size < values.length
