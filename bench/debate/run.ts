import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { evaluate, toForecasts } from './evaluate.ts'
import { fitConstants } from './fit.ts'
import { hold } from './hold.ts'
import { calibrationError } from './metrics.ts'
import { plotAccuracy, plotCalibration, plotTrust } from './plots.ts'
import { SEEDS, TEST, TUNING } from './regimes.ts'
import { writeReport } from './report.ts'
import { toTargets } from './targets.ts'
import { weighTrust } from './trust.ts'

const args = process.argv.slice(2)
const quick = args.includes('--quick')

if (args.includes('--fit')) {
  console.log(fitConstants(await hold(TUNING, SEEDS.tuning, quick ? 200 : 1_000)))
} else {
  const tuning = await hold(TUNING, SEEDS.tuning, quick ? 100 : 500)
  const test = await hold(TEST, SEEDS.test, quick ? 200 : 5_000)
  const evaluations = test.map(evaluate)
  const trust = weighTrust(test)
  const together = calibrationError(test.flatMap(({ records }) => toForecasts(records)))
  const targets = toTargets(evaluations, together)
  const report = writeReport({ test, tuning, evaluations, together, trust, targets })
  console.log(report)
  const missed = targets.filter(({ met }) => !met)
  console.log(`${targets.length - missed.length} of ${targets.length} targets are met.`)
  if (quick) console.log('\nDEBATE.md is left as it was: it takes a whole run, without --quick.')
  else {
    writeFileSync(join(import.meta.dirname, '../DEBATE.md'), report)
    const plots = {
      accuracy: plotAccuracy(evaluations),
      calibration: plotCalibration(evaluations),
      trust: plotTrust(trust),
    }
    for (const [name, plot] of Object.entries(plots))
      writeFileSync(join(import.meta.dirname, 'plots', `${name}.svg`), plot)
  }
}
