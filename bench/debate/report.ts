import { type Target, toMarkdown, toTargetTable } from '../report.ts'
import { type Evaluation, votesByRound } from './evaluate.ts'
import type { Held } from './hold.ts'
import { OTHERS, type PanelKind } from './replay/panels.ts'
import type { Score } from './replay/replay.ts'
import type { RecordError } from './replay/track-record.ts'
import type { Transfer } from './replay/transfer.ts'
import { accuracyTable, costTable, roundTable, shapeTable } from './tables.ts'
import { percent, points, withMargin } from './words.ts'

/** What was found in one dataset. */
export interface Replayed {
  name: string
  models: number
  questions: number
  /** Where past questions and the table come from. */
  past: string
  panels: number
  scores: readonly Score[]
  transfers: readonly Transfer[]
  record: readonly RecordError[]
}

export interface Findings {
  replayed: readonly Replayed[]
  targets: readonly Target[]
  /** Debates that were simulated; absent if a folder with other answers is evaluated. */
  simulated?: { held: readonly Held[]; evaluations: readonly Evaluation[] }
}

const NOTES = [
  'The targets were set on 4,854 and 4,770 questions kept aside. Here half of the other questions is scored. The constants of the weights were fitted on all of the other questions, so only those kept aside are a blind test. A limit within the interval is not shown to be missed, nor to be met: which panels are drawn moves a gain by 0.1 points and more. Over 9,000 random panels of models of 2024–25, those below and 6,000 others, the weights gain 4.1 ± 0.1 points with 20 outcomes, and 4.8 ± 0.1 with 50. There is no recorded evidence of what personas do to accuracy: every recorded model answered without one.',
  'Tried on past questions only: a seat without outcomes worth 8 to 28 of them, weights that grow by the power of 1.3 to 2, and shrinking by the spread of the seats. They change the gain by −0.4 to +0.2 points, and none is better on both datasets and on strong panels. Agreement in the first few debates is chance: shrunk by 6 pairs it loses 1.4 to 2.1 points against the majority of models of 2023–24 after three to five debates; shrunk by 60 pairs it gains 0.3 to 0.6, and as much as before after 50. It stays useful beside the first outcomes, so it is the prior of a seat that no table lists.',
].join('\n\n')

/** All findings, as Markdown. */
export function writeReport({ replayed, targets, simulated }: Findings): string {
  const met = targets.filter((target) => target.met).length
  return `${[
    '# How good is the decision?',
    'Written by `npm run bench:debate`. Recorded answers of real models are the only evidence for what the product says about its numbers.',
    met === targets.length ? `All ${met} targets are met.` : `${met} of ${targets.length} targets are met.`,
    toMarkdown(toTargetTable(targets)),
    ...(simulated === undefined ? [] : [NOTES]),
    '## Recorded answers',
    'Panels of 3 to 7 models answer questions that they answered alone, once each. A rule sees their answers, and what it may know of them: nothing, in how many past debates they agreed, their place in a table of skills, how often they were right in past questions with a known outcome, or the verdicts of an owner, who says only whether the decision of the majority turned out right or wrong. Questions that are scored are never past questions. A tie counts as its share. Intervals are over panels.',
    ...(simulated === undefined
      ? []
      : [
          '![What came true against what was stated](debate/plots/calibration.svg)',
          '![How often it is right, by how much it answers](debate/plots/coverage.svg)',
        ]),
    ...replayed.flatMap(toSections),
    ...(simulated === undefined ? [] : writeSimulated(simulated)),
  ].join('\n\n')}\n`
}

const writeSimulated = ({ held, evaluations }: NonNullable<Findings['simulated']>): string[] => [
  '## Talk and adversaries: simulated, no recorded evidence',
  `Simulated debates show what talk and adversaries could do; nothing is claimed from them. Seats think alone as recorded models do: they make the same mistakes across families, and differ in skill. How they talk is assumed. The real engine holds ${evaluations[0]!.debates} debates per regime, knows nothing of the seats, and follows what was said in private.`,
  '![How often each is right, by regime](debate/plots/accuracy.svg)',
  toMarkdown(accuracyTable(evaluations)),
  toMarkdown(roundTable(held.map((one) => ({ regime: one.regime, byRound: votesByRound(one) })))),
  toMarkdown(costTable(evaluations)),
  toMarkdown(shapeTable(evaluations.map(({ regime }) => regime))),
]

function toSections({ name, models, questions, past, panels, scores, transfers, record }: Replayed): string[] {
  const kinds = [...new Set(scores.map(({ kind }) => kind))]
  const random = scores.filter(({ kind }) => kind === 'random')
  return [
    `### ${name}: ${models} models, ${questions} questions scored`,
    `${panels} random panels and up to ${Math.ceil(panels / OTHERS)} of each other kind. Past questions are ${past}.`,
    toMarkdown({
      title: 'Random panels.',
      head: [
        'the rule knows',
        'right',
        'against the majority',
        'against the best seat',
        'ECE pooled',
        'per panel',
        'Brier',
        'right at 80 %',
        'at 50 %',
        'p ≥ .9: share',
        'right',
      ],
      rows: random.map((score) => [
        score.rule,
        percent(score.accuracy),
        withMargin(score.majority),
        withMargin(score.bestSeat),
        score.ece.pooled.toFixed(3),
        score.ece.perPanel.toFixed(3),
        score.brier.toFixed(3),
        percent(score.coverage.most),
        percent(score.coverage.half),
        percent(score.sure.share),
        percent(score.sure.right),
      ]),
    }),
    toMarkdown({
      title: 'Points against the majority, by kind of panel, with the calibration error.',
      head: ['the rule knows', ...kinds],
      rows: [...new Set(scores.map(({ rule }) => rule))].map((rule) => [
        rule,
        ...kinds.map((kind) => toKindCell(scores, rule, kind)),
      ]),
    }),
    toMarkdown({
      title:
        'How well the track record knows the seats of random panels, after so many decisions that were marked right or wrong.',
      head: ['verdicts', 'error of a skill', 'error of the difference of two', 'better seat rated higher'],
      rows: record.map(({ verdicts, error, gapError, ordered }) => [
        String(verdicts),
        error.toFixed(3),
        gapError.toFixed(3),
        percent(ordered),
      ]),
    }),
    ...(transfers.length === 0
      ? []
      : [
          toMarkdown({
            title:
              'What transfers, on random panels: constants, outcomes or a table from elsewhere, and from the same models and subjects.',
            head: ['', 'right', 'against the majority', 'right with its own', 'ECE', 'with its own'],
            rows: transfers.map(({ what, score, own }) => [
              what,
              percent(score.accuracy),
              withMargin(score.majority),
              percent(own.accuracy),
              score.ece.pooled.toFixed(3),
              own.ece.pooled.toFixed(3),
            ]),
          }),
        ]),
  ]
}

function toKindCell(scores: readonly Score[], rule: string, kind: PanelKind): string {
  const score = scores.find((one) => one.rule === rule && one.kind === kind)
  return score === undefined ? '' : `${points(score.majority.mean)} (${score.ece.pooled.toFixed(3)})`
}
