import { type Calibration, DEFAULT_CALIBRATION } from '../../packages/roundtable/src/consensus/calibration.ts'
import { ARMS, type ArmName } from './arms.ts'
import type { Held } from './hold.ts'
import { type Forecast, mean, toBins } from './metrics.ts'
import { createRandom } from './random.ts'
import { listVoices, repool } from './repool.ts'

const BOUNDS = {
  skill: { least: -4, most: 3, step: 0.1 },
  shrink: { least: 0, most: 2, step: 0.05 },
  alike: { least: 0, most: 0.45, step: 0.04 },
  kin: { least: 0, most: 0.3, step: 0.04 },
  self: { least: 0, most: 0.24, step: 0.04 },
  mood: { least: 0, most: 0.9, step: 0.1 },
  temptation: { least: 0, most: 1, step: 0.1 },
  brag: { least: 0, most: 5, step: 0.3 },
  doubt: { least: 0.2, most: 8, step: 0.5 },
  sway: { least: 0, most: 6, step: 0.5 },
} satisfies Partial<Record<keyof Calibration, { least: number; most: number; step: number }>>

const CONSTANTS = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]

/** What an answer costs that is worse than a vote that it is held against, beside what a wrong probability does. */
const WORSE = 8
/** By how much it is to be better, since no tuning tells it exactly. */
const AHEAD = 0.01
/** How much it counts to be calibrated in each regime, beside being sure of what is right in all of them. */
const CALIBRATED = 2
/** How much worse it is to be too sure than to be not sure enough. */
const TOO_SURE = 2
const TRIES = 250
/** Which share of the constants is moved at a time. */
const MOVED = 0.4

/**
 * Constants that do well in these regimes: some are moved by chance, and stay where that helps; by more after a move that
 * helped, by less after one that did not.
 */
export function fitConstants(tuning: readonly Held[]): Calibration {
  const voices = tuning.map(listVoices)
  const rivals = tuning.map(({ regime: { kind }, records }) => {
    const votes: ArmName[] = ['first-round vote', 'vote of all ballots']
    if (kind === 'truth persuades') votes.push('vote at equal calls')
    return Math.max(...votes.map((vote) => mean(records.map(ARMS[vote]))))
  })
  const lossOf = (calibration: Calibration) =>
    mean(tuning.map((held, i) => regimeLoss(repool(held, voices[i]!, calibration), rivals[i]!)))

  const random = createRandom('fit')
  let best = { ...DEFAULT_CALIBRATION }
  let least = lossOf(best)
  let scale = 1
  for (let i = 0; i < TRIES; i++) {
    const moved = CONSTANTS.filter(() => random.uniform() < MOVED).map((name) => {
      const { least: low, most: high, step } = BOUNDS[name]
      return [name, Math.min(high, Math.max(low, best[name] + random.normal() * step * scale))] as const
    })
    const next = { ...best, ...Object.fromEntries(moved) }
    const loss = lossOf(next)
    scale *= loss < least ? 1.3 : 0.97
    if (loss < least) [best, least] = [next, loss]
  }
  return best
}

function regimeLoss(repooled: ReturnType<typeof repool>, rival: number): number {
  const forecasts = repooled.flatMap(({ credit, probability }): Forecast[] =>
    probability === undefined ? [] : [{ stated: probability, isRight: credit === 1 }],
  )
  const surprise = mean(forecasts.map(({ stated, isRight }) => -Math.log(isRight ? stated : 1 - stated)))
  const behind = Math.max(0, rival + AHEAD - mean(repooled.map(({ credit }) => credit)))
  return surprise + CALIBRATED * errorOf(forecasts) + WORSE * behind
}

/** The calibration error, in which too sure counts more. */
const errorOf = (forecasts: readonly Forecast[]): number =>
  toBins(forecasts).reduce((sum, { count, stated, right }) => {
    const error = (count / forecasts.length) * (stated - right)
    return sum + (error > 0 ? TOO_SURE * error : -error)
  }, 0)
