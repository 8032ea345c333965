import { DEFAULT_CALIBRATION } from '../../packages/roundtable/src/consensus/calibration.ts'
import { type Target, toMarkdown, toTargetTable } from '../report.ts'
import { type Evaluation, evaluate, votesByRound } from './evaluate.ts'
import type { Held } from './hold.ts'
import { weighSteadiness } from './steadiness.ts'
import {
  accuracyTable,
  calibrationTable,
  costTable,
  gainTable,
  roundTable,
  shapeTable,
  steadinessTable,
  trustTable,
} from './tables.ts'
import type { Trust } from './trust.ts'

export interface Findings {
  test: readonly Held[]
  tuning: readonly Held[]
  evaluations: readonly Evaluation[]
  /** The calibration error over all test regimes. */
  together: number
  trust: readonly Trust[]
  targets: readonly Target[]
}

/** All that was found, as Markdown. */
export function writeReport({ test, tuning, evaluations, together, trust, targets }: Findings): string {
  const tuned = tuning.map(evaluate)
  const missed = targets.filter(({ met }) => !met)
  const sections = [
    '# Does debating help?',
    `Written by \`npm run bench:debate\`. Seats are simulated, with known accuracy and known vices; the debates are held by the real engine, in its
collaborative mode, and each seat knows of the others what the engine's prompts show it. All follows from seeds, so the numbers are the same on every
machine: ${evaluations[0]!.debates} debates in each of ${evaluations.length} test regimes, which nothing was fitted on. All rounds are held, to see what they do; *ours* is what
the engine decides where it ends by itself, with \`exitOnConsensus\`, as on the page and in a chat: every twentieth debate is held a second time that way, and
has to be the beginning of the first.`,
    missed.length === 0
      ? `All ${targets.length} targets are met.`
      : `${targets.length - missed.length} of ${targets.length} targets are met.`,
    toMarkdown(toTargetTable(targets)),
    '## Who is right',
    '*Ours* is the engine’s `decision`. *Vote at equal calls* asks the same seats anew, without a debate, as often as ours made calls, summaries included. *Vote of all ballots* counts what seats said on their own, the first time and again. *Last-round vote* is that of all rounds. A tie is decided by lot. *Oracle* is right when any seat is, in the first round.',
    '![How often each is right, by regime](debate/plots/accuracy.svg)',
    toMarkdown(accuracyTable(evaluations)),
    toMarkdown(gainTable(evaluations)),
    toMarkdown(roundTable(test.map((held) => ({ regime: held.regime, byRound: votesByRound(held) })))),
    '## Why a split is asked again',
    'Independent votes are hard to beat at equal cost, as what is said after hearing others is not independent any more. So where seats do not all say the same on their own, the engine opens the second round with a private ballot: each is asked once more, as if nobody had spoken. Who is steady counts for more; who says two things is likely astray with both. Here a seat is right as often when it is asked again, and errs and is sure as much like the first time as the tables at the end say; a model that gives less thought to a ballot brings less.',
    toMarkdown(steadinessTable(test.map(weighSteadiness))),
    '## Why talk does not move the decision',
    'Where truth persuades, following those who changed their mind would be better than anything else. Where somebody is persuasive and wrong, it is worse than anything else, and the votes look the same: a minority wins everybody over. An adversary that brags is found out by that, as it is much surer than the others and wins them over; a quiet one is not. What is gained with one is lost with the other, so who was convinced counts for nothing, unless facts had come in. A debate is there for the reasons, the dissent and the facts that it asks for.',
    '![What it brings to follow those who changed their mind](debate/plots/trust.svg)',
    toMarkdown(trustTable(trust)),
    '## How sure',
    `Over all test regimes together the error is ${together.toFixed(3)}. In one of them it is larger: what a confidence is worth differs between regimes, and one debate shows little of how much its seats boast, or how alike they err. That they are asked twice shows some of it.`,
    '![What came true against what was stated, by regime](debate/plots/calibration.svg)',
    toMarkdown(calibrationTable(evaluations)),
    '## What it costs',
    toMarkdown(costTable(evaluations)),
    '## What was tuned on what',
    `The constants were fitted by \`npm run bench:debate -- --fit\` on the tuning regimes and on nothing else; the form of what they are in was chosen with the test regimes in sight. Test regimes have another seed and another shape: other tables of seats, accuracies and choices, and mostly other correlations and tempers, as the tables below say.`,
    `\`\`\`json\n${JSON.stringify(DEFAULT_CALIBRATION, null, 2)}\n\`\`\``,
    `### In the tuning regimes (${tuned[0]!.debates} debates each)`,
    toMarkdown(gainTable(tuned)),
    toMarkdown(calibrationTable(tuned)),
    '### Test regimes',
    toMarkdown(shapeTable(evaluations.map(({ regime }) => regime))),
    '### Tuning regimes',
    toMarkdown(shapeTable(tuned.map(({ regime }) => regime))),
  ]
  return `${sections.join('\n\n')}\n`
}
