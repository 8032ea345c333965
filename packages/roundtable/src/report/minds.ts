import { sayNumber } from '../consensus/estimates.ts'
import { readVotes } from '../consensus/votes.ts'
import type { Flip } from '../session/consensus.ts'
import type { NameOf } from '../session/name-seats.ts'
import { sayList } from '../session/phrases.ts'
import { firstRoundOf } from '../session/question.ts'
import type { Session } from '../session/session.ts'
import { toPlainText } from './plain-text.ts'
import { readSeats } from './seats.ts'
import { NO_REASON } from './words.ts'

/** From the first answer of a seat to its last, with the reason of the last change. */
export interface ChangedMind extends Omit<Flip, 'round'> {
  /** The rounds in which it changed: “in rounds 2 and 3”. */
  when: string
}

/** Which seats changed their mind and why, which did not, and which were not heard. */
export interface Minds {
  /** One for each seat, in the order of their first changes. */
  changed: ChangedMind[]
  kept: { agentId: string; answer: string; position: string }[]
  /** Seats that never answered, with the last reason. */
  unheard: { agentId: string; reason: string }[]
}

export function readMinds(session: Session): Minds {
  const { responses, absent, rounds, consensus, question } = session
  const { current } = readVotes(session, session.currentRound)
  const flips = question?.kind === 'estimate' ? listRevisions(session, question.unit) : (consensus?.flips ?? [])
  const changed = [...Map.groupBy(flips, ({ agentId }) => agentId).values()].map(toChangedMind)
  const hasChanged = (agentId: string) => changed.some((flip) => flip.agentId === agentId)
  const failures = [...absent, ...rounds.flatMap((round) => round.failures)]
  return {
    changed,
    kept: current.flatMap(({ said, text }) => {
      const { seat, position, estimate } = said
      if (hasChanged(seat.agentId)) return []
      const answer = question?.kind === 'estimate' && estimate ? `${sayNumber(estimate.value)} ${question.unit}` : text
      return [{ agentId: seat.agentId, answer, position: withoutAnswer(toPlainText(position), answer) }]
    }),
    unheard: readSeats(session).flatMap(({ agentId }) => {
      const failure = failures.findLast((one) => one.agentId === agentId)
      const isHeard = responses.some((one) => one.agentId === agentId)
      return isHeard || failure === undefined ? [] : [{ agentId, reason: failure.reason }]
    }),
  }
}

/** Lists who changed their mind, from what to what and why, one sentence each. */
export const listChanged = ({ changed }: Minds, nameOf: NameOf): string[] =>
  changed.map(
    ({ agentId, when, from, to, reason = `${NO_REASON}.` }) =>
      `${nameOf(agentId)} ${when}, from “${from}” to “${to}”: ${reason}`,
  )

/** Lists who kept their answer, one sentence each. */
export const listKept = ({ kept }: Minds, nameOf: NameOf): string[] =>
  kept.map(({ agentId, answer, position }) => `${nameOf(agentId)}, “${answer}”: ${position}`)

/** Lists who never answered and why, one sentence each. */
export const listUnheard = ({ unheard }: Minds, nameOf: NameOf): string[] =>
  unheard.map(({ agentId, reason }) => `${nameOf(agentId)}: ${reason}`)

/** A seat that returned to its first answer is listed with its last change alone. */
function toChangedMind(flips: readonly Flip[]): ChangedMind {
  const { agentId, to, reason } = flips.at(-1)!
  const all = flips[0]!.from === to ? flips.slice(-1) : flips
  const rounds = all.map(({ round }) => `${round}`)
  return {
    agentId,
    when: `in ${rounds.length === 1 ? 'round' : 'rounds'} ${sayList(rounds)}`,
    from: all[0]!.from,
    to,
    ...(reason !== undefined && { reason: toPlainText(reason) }),
  }
}

/** A position often begins with the answer, which is shown before it. */
function withoutAnswer(position: string, answer: string): string {
  const beginning = [`${answer}. `, `About ${answer}. `].find((one) => position.startsWith(one)) ?? ''
  return position.slice(beginning.length)
}

/** The numbers that seats revised from one round of the question to the next. */
function listRevisions(session: Session, unit: string): Flip[] {
  const responses = session.responses.filter(({ round }) => round >= firstRoundOf(session))
  return responses.flatMap(({ agentId, round, estimate, changeReason }, i) => {
    const before = responses.slice(0, i).findLast((one) => one.agentId === agentId)?.estimate
    if (estimate === undefined || before === undefined || before.value === estimate.value) return []
    const [from, to] = [before, estimate].map(({ value }) => `${sayNumber(value)} ${unit}`) as [string, string]
    return [{ agentId, round, from, to, ...(changeReason !== undefined && { reason: changeReason }) }]
  })
}
