import { type Calibration, DEFAULT_CALIBRATION } from '../../packages/roundtable/src/consensus/calibration.ts'
import { ARMS } from './arms.ts'
import type { Held } from './hold.ts'
import { calibrationError, type Forecast, mean } from './metrics.ts'
import { listVoices, repool } from './repool.ts'

type Constant = 'skill' | 'shrink' | 'surest' | 'familyError' | 'otherFamily' | 'conversion'

const BOUNDS: Record<Constant, { least: number; most: number; step: number }> = {
  skill: { least: -4, most: 3, step: 0.3 },
  shrink: { least: 0, most: 2, step: 0.15 },
  surest: { least: 0.6, most: 0.98, step: 0.02 },
  familyError: { least: 0, most: 0.6, step: 0.04 },
  otherFamily: { least: 0, most: 1, step: 0.06 },
  conversion: { least: 0, most: 1, step: 0.05 },
}

/** What an answer costs that is worse than the vote of the first round, against what a wrong probability does. */
const WORSE = 8
/** By how much it is to be better, since no tuning tells it exactly. */
const AHEAD = 0.003
/** How much it counts to be calibrated in each regime, beside being sure of what is right in all of them. */
const CALIBRATED = 2
const SWEEPS = 24

/** Constants that do well in these regimes: each is moved up and down, by less and less, while that helps. */
export function fitConstants(tuning: readonly Held[]): Calibration {
  const voices = tuning.map(listVoices)
  const anchors = tuning.map(({ records }) => mean(records.map(ARMS['first-round vote'])))
  const lossOf = (calibration: Calibration) =>
    mean(tuning.map((held, i) => regimeLoss(repool(held, voices[i]!, calibration), anchors[i]!)))

  const steps = Object.fromEntries(Object.entries(BOUNDS).map(([name, { step }]) => [name, step])) as Record<
    Constant,
    number
  >
  let best = { ...DEFAULT_CALIBRATION }
  let least = lossOf(best)
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const before = least
    for (const name of Object.keys(BOUNDS) as Constant[])
      for (const sign of [1, -1]) {
        const { least: low, most: high } = BOUNDS[name]
        const value = Math.min(high, Math.max(low, best[name] + sign * steps[name]))
        const loss = lossOf({ ...best, [name]: value })
        if (loss < least) [best, least] = [{ ...best, [name]: value }, loss]
      }
    if (least === before) for (const name of Object.keys(BOUNDS) as Constant[]) steps[name] /= 2
  }
  return best
}

function regimeLoss(repooled: ReturnType<typeof repool>, anchor: number): number {
  const forecasts = repooled.flatMap(({ credit, probability }): Forecast[] =>
    probability === undefined ? [] : [{ stated: probability, isRight: credit === 1 }],
  )
  const surprise = mean(forecasts.map(({ stated, isRight }) => -Math.log(isRight ? stated : 1 - stated)))
  const behind = Math.max(0, anchor + AHEAD - mean(repooled.map(({ credit }) => credit)))
  return surprise + CALIBRATED * calibrationError(forecasts) + WORSE * behind
}
