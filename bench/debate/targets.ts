import type { Target } from '../report.ts'
import type { Evaluation } from './evaluate.ts'
import { points, withMargin } from './words.ts'

/** What has to hold in regimes that nothing was fitted on; `together` is the calibration error over all of them. */
export const toTargets = (evaluations: readonly Evaluation[], together: number): Target[] => [
  ...evaluations.flatMap(({ regime, gain, calibration, early, cost }): Target[] => {
    const { name, kind } = regime
    const all: Target[] = [
      {
        what: `${name}: ours against the vote of the first round`,
        limit: '≥ −0.5 points',
        measured: withMargin(gain.first),
        met: gain.first.mean >= -0.005,
      },
      {
        what: `${name}: ours against the vote of all ballots`,
        limit: '≥ −0.5 points',
        measured: withMargin(gain.ballots),
        met: gain.ballots.mean >= -0.005,
      },
      {
        what: `${name}: calibration error`,
        limit: '≤ 0.03',
        measured: calibration.error.toFixed(3),
        met: calibration.error <= 0.03,
        why: 'by how much seats boast, and how alike they err, hardly shows in one debate',
      },
    ]
    if (kind === 'truth persuades')
      all.push({
        what: `${name}: ours against the vote at equal calls`,
        limit: '≥ 0 points',
        measured: withMargin(gain.equal),
        met: gain.equal.mean >= 0,
      })
    if (kind === 'easy')
      all.push({
        what: `${name}: calls saved by ending early, at equal accuracy`,
        limit: '≥ 40 %, 0 points',
        measured: `${((1 - early.calls / cost.calls) * 100).toFixed(0)} %, ${points(early.difference.mean)}`,
        met: early.saved >= 0.4 && Math.abs(early.difference.mean) <= 0.001,
      })
    return all
  }),
  {
    what: 'all of them together: calibration error',
    limit: '≤ 0.03',
    measured: together.toFixed(3),
    met: together <= 0.03,
  },
]
