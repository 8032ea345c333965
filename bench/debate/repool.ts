import type { Calibration } from '../../packages/roundtable/src/consensus/calibration.ts'
import { poolVotes } from '../../packages/roundtable/src/consensus/pool-votes.ts'
import type { Voice } from '../../packages/roundtable/src/consensus/voice.ts'
import { creditOfVote, toAnswer } from './arms.ts'
import type { DebateRecord } from './debate-record.ts'
import type { Held } from './hold.ts'
import { familiesOf, type Regime } from './regime.ts'

/** What the engine would have decided with other constants. */
export interface Repooled {
  /** 1 where it is right, 0 where it is not, and between them where it is decided by lot. */
  credit: number
  /** Absent where it decides nothing. */
  probability?: number
}

/** What the pool hears of each debate when it ends early, computed once. */
export const listVoices = ({ regime, records }: Held): Voice[][] => records.map((record) => toVoices(regime, record))

export function repool({ regime, records }: Held, voices: readonly Voice[][], calibration: Calibration): Repooled[] {
  return records.map((record, i) => decideBy(record, poolVotes(voices[i]!, regime.choices, calibration)))
}

/** What is decided where answers are so likely. */
export function decideBy({ truth, rounds }: DebateRecord, likely: ReadonlyMap<string, number>): Repooled {
  const [first, second] = [...likely].sort(([, a], [, b]) => b - a)
  const [answer, probability] = first!
  if (probability - (second?.[1] ?? 0) < 1e-9) return { credit: creditOfVote(rounds[0]!.said.map(toAnswer), truth) }
  return { credit: answer === truth ? 1 : 0, probability }
}

const toVoices = (regime: Regime, { rounds, end }: DebateRecord): Voice[] =>
  familiesOf(regime).map((family, seat) => {
    const said = rounds.slice(0, end).map((round) => round.said[seat]!)
    const [first, now] = [said[0]!, said.at(-1)!]
    const again = rounds.slice(0, end).flatMap(({ ballots }) => ballots[seat] ?? [])[0]
    return {
      family,
      first: { key: first.answer, confidence: first.confidence },
      ...(again !== undefined && { again: { key: again.answer, confidence: again.confidence } }),
      now: { key: now.answer, confidence: now.confidence },
    }
  })
