import { ARMS, type ArmName, bestSeat, creditOfDecision, creditOfVote } from './arms.ts'
import type { DebateRecord } from './debate-record.ts'
import type { Held } from './hold.ts'
import { type Estimate, estimate, mean, pairedDifference } from './metrics.ts'
import type { Regime } from './regime.ts'

/** The results in a regime. */
export interface Evaluation {
  regime: Regime
  debates: number
  accuracy: Record<ArmName, Estimate>
  bestSeat: number
  cost: { calls: number; tokens: number }
  early: {
    calls: number
    tokens: number
    /** The share of calls that was saved. */
    saved: number
    /** How often the decision, and the vote, differed from those at the end. */
    decisionChanged: number
    voteChanged: number
    difference: Estimate
  }
}

export function evaluate({ regime, records }: Held): Evaluation {
  const accuracy = Object.fromEntries(
    Object.entries(ARMS).map(([name, credit]) => [name, estimate(records.map(credit))]),
  ) as Evaluation['accuracy']
  return {
    regime,
    debates: records.length,
    accuracy,
    bestSeat: bestSeat(records),
    cost: costAt(records, ({ rounds }) => rounds.length),
    early: toEarly(records),
  }
}

const costAt = (records: readonly DebateRecord[], roundOf: (record: DebateRecord) => number) => ({
  calls: mean(records.map((record) => record.rounds[roundOf(record) - 1]!.calls)),
  tokens: mean(records.map((record) => record.rounds[roundOf(record) - 1]!.tokens)),
})

function toEarly(records: readonly DebateRecord[]): Evaluation['early'] {
  const whole = costAt(records, ({ rounds }) => rounds.length)
  const early = costAt(records, ({ end }) => end)
  const changed = (what: 'decision' | 'leading') =>
    mean(records.map(({ rounds, end }) => Number(rounds[end - 1]![what] !== rounds.at(-1)![what])))
  return {
    ...early,
    saved: 1 - early.calls / whole.calls,
    decisionChanged: changed('decision'),
    voteChanged: changed('leading'),
    difference: pairedDifference(
      records.map((record) => creditOfDecision(record, record.end)),
      records.map((record) => creditOfDecision(record, record.rounds.length)),
    ),
  }
}

/** The accuracy of the vote after each round. */
export const votesByRound = ({ records }: Held): number[] =>
  records[0]!.rounds.map((_, round) =>
    mean(
      records.map(({ rounds, truth }) =>
        creditOfVote(
          rounds[round]!.said.map(({ answer }) => answer),
          truth,
        ),
      ),
    ),
  )
