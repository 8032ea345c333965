import { readVotes, sayNumber } from '../consensus/vote-history.ts'
import type { Flip } from '../session/consensus.ts'
import type { AgentResponse } from '../session/response.ts'
import type { Session } from '../session/session.ts'
import { readSeats } from './seats.ts'

/** Which seats changed their mind and why, which did not, and which were not heard. */
export interface Minds {
  /** In the order of the rounds. */
  changed: Flip[]
  kept: { agentId: string; answer: string; position: string }[]
  /** Seats that never answered, with the last reason. */
  unheard: { agentId: string; reason: string }[]
}

export function readMinds(session: Session): Minds {
  const { responses, absent, rounds, consensus, question } = session
  const { current } = readVotes(session, session.currentRound)
  const changed = question?.kind === 'estimate' ? listRevisions(responses, question.unit) : (consensus?.flips ?? [])
  const hasChanged = (agentId: string) => changed.some((flip) => flip.agentId === agentId)
  const failures = [...absent, ...rounds.flatMap((round) => round.failures)]
  return {
    changed,
    kept: current.flatMap(({ said, text }) => {
      const { seat, position, estimate } = said
      if (hasChanged(seat.agentId)) return []
      const answer = question?.kind === 'estimate' && estimate ? `${sayNumber(estimate.value)} ${question.unit}` : text
      return [{ agentId: seat.agentId, answer, position }]
    }),
    unheard: readSeats(session).flatMap(({ agentId }) => {
      const failure = failures.findLast((one) => one.agentId === agentId)
      const isHeard = responses.some((one) => one.agentId === agentId)
      return isHeard || failure === undefined ? [] : [{ agentId, reason: failure.reason }]
    }),
  }
}

/** The numbers that seats revised from one round to the next. */
function listRevisions(responses: readonly AgentResponse[], unit: string): Flip[] {
  return responses.flatMap(({ agentId, round, estimate, changeReason }, i) => {
    const before = responses.slice(0, i).findLast((one) => one.agentId === agentId)?.estimate
    if (estimate === undefined || before === undefined || before.value === estimate.value) return []
    const [from, to] = [before, estimate].map(({ value }) => `${sayNumber(value)} ${unit}`) as [string, string]
    return [{ agentId, round, from, to, ...(changeReason !== undefined && { reason: changeReason }) }]
  })
}
