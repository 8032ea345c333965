import type { Table } from '../report.ts'
import type { Evaluation } from './evaluate.ts'
import { familiesOf, type Regime } from './regime.ts'
import type { Steadiness } from './steadiness.ts'
import type { Trust } from './trust.ts'
import { percent, points, withMargin } from './words.ts'

export const accuracyTable = (evaluations: readonly Evaluation[]): Table => ({
  title: 'How often each is right.',
  head: [
    'regime',
    'best seat',
    'mean seat',
    'first-round vote',
    'vote of all ballots',
    'vote at equal calls',
    'last-round vote',
    '**ours**',
    'oracle',
  ],
  rows: evaluations.map(({ regime, accuracy, bestSeat }) => [
    regime.name,
    percent(bestSeat),
    ...(
      ['mean seat', 'first-round vote', 'vote of all ballots', 'vote at equal calls', 'last-round vote'] as const
    ).map((arm) => percent(accuracy[arm].mean)),
    `**${percent(accuracy.ours.mean)}**`,
    percent(accuracy.oracle.mean),
  ]),
})

export const gainTable = (evaluations: readonly Evaluation[]): Table => ({
  title: 'Ours against each vote on the same questions, in points, with 95 % intervals of the paired differences.',
  head: ['regime', 'against the first round', 'against all ballots', 'against equal calls', 'against the last round'],
  rows: evaluations.map(({ regime, gain }) => [
    regime.name,
    withMargin(gain.first),
    withMargin(gain.ballots),
    withMargin(gain.equal),
    withMargin(gain.last),
  ]),
})

export const calibrationTable = (evaluations: readonly Evaluation[]): Table => ({
  title:
    'The stated probability: expected calibration error (ten bins), what chance alone would make of it, and the Brier score; how often nothing was decided; and the error of the share of seats that agree at the end, were that taken for a probability.',
  head: ['regime', 'error', 'by chance', 'Brier', 'undecided', 'error of the last agreement'],
  rows: evaluations.map(({ regime, calibration, agreement }) => [
    regime.name,
    calibration.error.toFixed(3),
    calibration.chance.toFixed(3),
    calibration.brier.toFixed(3),
    percent(calibration.undecided),
    agreement.error.toFixed(3),
  ]),
})

export const costTable = (evaluations: readonly Evaluation[]): Table => ({
  title:
    'Calls and tokens of a debate, summaries included, and what ending early does to them; how often it changed our decision, and the vote.',
  head: [
    'regime',
    'calls',
    'tokens',
    'calls, ending early',
    'tokens, ending early',
    'calls saved',
    'decision changed',
    'vote changed',
  ],
  rows: evaluations.map(({ regime, cost, early }) => [
    regime.name,
    cost.calls.toFixed(1),
    cost.tokens.toFixed(0),
    early.calls.toFixed(1),
    early.tokens.toFixed(0),
    percent(early.saved),
    percent(early.decisionChanged),
    percent(early.voteChanged),
  ]),
})

export const roundTable = (votes: readonly { regime: Regime; byRound: readonly number[] }[]): Table => ({
  title: 'The vote after each round.',
  head: ['regime', 'round 1', 'round 2', 'round 3'],
  rows: votes.map(({ regime, byRound }) => [regime.name, ...byRound.map(percent)]),
})

export const steadinessTable = (found: readonly Steadiness[]): Table => ({
  title:
    'How often seats are split and asked once more, how often one then says the same again, what it costs, and what it brings, in points.',
  head: ['regime', 'split', 'says the same', 'calls', 'ours against ours without it'],
  rows: found.map(({ regime, split, steady, calls, gain }) => [
    regime.name,
    percent(split),
    percent(steady),
    calls.toFixed(1),
    withMargin(gain),
  ]),
})

export const trustTable = (trust: readonly Trust[]): Table => ({
  title:
    'Points above the vote of the first round, by what each who was convinced, and says by what, would add to the log-odds of what convinced them.',
  head: ['regimes', ...trust[0]!.gains.map(({ conversion }) => `${conversion}`)],
  rows: trust.map(({ kind, gains }) => [kind, ...gains.map(({ gain }) => points(gain))]),
})

export const shapeTable = (regimes: readonly Regime[]): Table => ({
  title: 'Seats by family (an adversary in brackets), how often each is right alone, and what else makes the regime.',
  head: [
    'regime',
    'seats',
    'right alone',
    'choices',
    'errors alike: all, family, seat',
    'insight',
    'sharpen, boast',
    'conformity',
    'persuadability',
    'truth’s edge',
  ],
  rows: regimes.map((regime) => [
    regime.name,
    familiesOf(regime)
      .map((family, i) => (i < regime.seats.length ? family : `(${family})`))
      .join(''),
    [...new Set(regime.seats.map(({ accuracy }) => accuracy))].join(', '),
    `${regime.choices}`,
    Object.values(regime.correlation).join(', '),
    `${regime.insight}`,
    `${regime.sharpen}, ${regime.boast}`,
    `${regime.conformity}`,
    `${regime.persuadability}`,
    `${regime.truthEdge}${regime.adversary === undefined ? '' : ` (against ${regime.adversary.strength})`}`,
  ]),
})
