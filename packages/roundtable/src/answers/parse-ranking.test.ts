import { expect, test } from 'vitest'
import { parseRanking } from './parse-ranking.ts'

const SPEAKERS = { 'Participant A': 'ann_1', 'Participant B': 'bob_1', 'Participant C': 'cid_1' }

test.for<[name: string, given: unknown, expected: object]>([
  ['a whole ranking', ['participant c', 'Participant A'], { ranking: ['cid_1', 'ann_1'] }],
  [
    'a ranking with the own answer',
    ['Participant B', 'Participant A', 'Participant C'],
    { ranking: ['ann_1', 'cid_1'], rankingProblem: 'it ranked its own answer, which was left out' },
  ],
  ['a partial ranking', ['Participant A'], { ranking: ['ann_1'], rankingProblem: 'it left out 1 of 2 answers' }],
  ['no ranking', undefined, { rankingProblem: 'it ranked no answer of another panellist' }],
  ['unknown names', ['Mallory', 7], { rankingProblem: 'it ranked no answer of another panellist' }],
])('%s is read', ([, given, expected]) => {
  expect(parseRanking(given, 'bob_1', SPEAKERS)).toEqual(expected)
})
