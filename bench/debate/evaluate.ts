import { ARMS, type ArmName, bestSeat, creditOfDecision, creditOfVote } from './arms.ts'
import type { DebateRecord } from './debate-record.ts'
import type { Held } from './hold.ts'
import {
  type Bin,
  brierScore,
  calibrationError,
  type Estimate,
  errorOfChance,
  estimate,
  type Forecast,
  mean,
  pairedDifference,
  toBins,
} from './metrics.ts'
import type { Regime } from './regime.ts'

/** How everything did in a regime. */
export interface Evaluation {
  regime: Regime
  debates: number
  accuracy: Record<ArmName, Estimate>
  bestSeat: number
  /** Ours, against the votes. */
  gain: { first: Estimate; ballots: Estimate; equal: Estimate; last: Estimate }
  calibration: { error: number; chance: number; brier: number; bins: Bin[]; undecided: number }
  /** The same of the share of seats that agree in the last round, taken for a probability. */
  agreement: { error: number }
  cost: { calls: number; tokens: number }
  early: {
    calls: number
    tokens: number
    /** The share of calls that was saved. */
    saved: number
    /** How often the decision, and the vote, were another than at the end. */
    decisionChanged: number
    voteChanged: number
    difference: Estimate
  }
}

export function evaluate({ regime, records }: Held): Evaluation {
  const credits = (name: ArmName) => records.map(ARMS[name])
  const ours = credits('ours')
  const forecasts = toForecasts(records)
  const accuracy = Object.fromEntries(
    Object.keys(ARMS).map((name) => [name, estimate(credits(name as ArmName))]),
  ) as Evaluation['accuracy']
  return {
    regime,
    debates: records.length,
    accuracy,
    bestSeat: bestSeat(records),
    gain: {
      first: pairedDifference(ours, credits('first-round vote')),
      ballots: pairedDifference(ours, credits('vote of all ballots')),
      equal: pairedDifference(ours, credits('vote at equal calls')),
      last: pairedDifference(ours, credits('last-round vote')),
    },
    calibration: {
      error: calibrationError(forecasts),
      chance: errorOfChance(forecasts),
      brier: brierScore(forecasts),
      bins: toBins(forecasts),
      undecided: 1 - forecasts.length / records.length,
    },
    agreement: { error: calibrationError(records.map(toAgreement)) },
    cost: costAt(records, ({ rounds }) => rounds.length),
    early: toEarly(records),
  }
}

export const toForecasts = (records: readonly DebateRecord[]): Forecast[] =>
  records.flatMap(({ rounds, end, truth }) => {
    const { decision, probability } = rounds[end - 1]!
    return probability === undefined ? [] : [{ stated: probability, isRight: decision === truth }]
  })

function toAgreement({ rounds, truth }: DebateRecord): Forecast {
  const { said } = rounds.at(-1)!
  const [first] = [...Map.groupBy(said, ({ answer }) => answer)].sort(([, a], [, b]) => b.length - a.length)
  const [answer, those] = first!
  return { stated: those.length / said.length, isRight: answer === truth }
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
