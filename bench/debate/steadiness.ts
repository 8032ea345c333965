import { DEFAULT_CALIBRATION } from '../../packages/roundtable/src/consensus/calibration.ts'
import { ARMS } from './arms.ts'
import type { Held } from './hold.ts'
import { type Estimate, mean, pairedDifference } from './metrics.ts'
import type { Regime } from './regime.ts'
import { listVoices, repool } from './repool.ts'

/** What it brings to ask seats once more that are split. */
export interface Steadiness {
  regime: Regime
  /** How often they are. */
  split: number
  /** How often a seat says the same again. */
  steady: number
  /** Calls that it costs, over all debates. */
  calls: number
  /** Ours, against ours without it. */
  gain: Estimate
}

export function weighSteadiness(held: Held): Steadiness {
  const { regime, records } = held
  const without = listVoices(held).map((voices) => voices.map(({ again: _, ...voice }) => voice))
  const pairs = records.flatMap(({ rounds: [first, second], end }) =>
    end < 2 ? [] : second!.ballots.map((ballot, seat) => ballot.answer === first!.said[seat]!.answer),
  )
  return {
    regime,
    split: mean(records.map(({ rounds, end }) => Number(end > 1 && rounds[1]!.ballots.length > 0))),
    steady: mean(pairs.map(Number)),
    calls: pairs.length / records.length,
    gain: pairedDifference(
      records.map(ARMS.ours),
      repool(held, without, DEFAULT_CALIBRATION).map(({ credit }) => credit),
    ),
  }
}
