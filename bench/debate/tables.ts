import type { Table } from '../report.ts'
import type { Evaluation } from './evaluate.ts'
import { familiesOf, type Regime } from './regime.ts'
import { percent } from './words.ts'

export const accuracyTable = (evaluations: readonly Evaluation[]): Table => ({
  title: 'How often each is right.',
  head: [
    'regime',
    'best seat',
    'mean seat',
    'first-round vote',
    'vote of all ballots',
    'last-round vote',
    '**ours**',
    'oracle',
  ],
  rows: evaluations.map(({ regime, accuracy, bestSeat }) => [
    regime.name,
    percent(bestSeat),
    ...(['mean seat', 'first-round vote', 'vote of all ballots', 'last-round vote'] as const).map((arm) =>
      percent(accuracy[arm].mean),
    ),
    `**${percent(accuracy.ours.mean)}**`,
    percent(accuracy.oracle.mean),
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
