import { expect, test } from 'vitest'
import type { Brief } from './brief.ts'
import { writeSynthesis } from './write-synthesis.ts'

const brief = (given: Partial<Brief>): Brief => ({
  topic: 'Which way?',
  kind: 'choice',
  sides: { support: 'Yes, go left', oppose: 'No, go right' },
  unit: '',
  seat: '',
  place: 0,
  round: 1,
  side: undefined,
  answers: [],
  votes: [],
  statements: [
    { from: 'ada_1', vote: 'Left', points: ['Left is short.'] },
    { from: 'bob_1', vote: 'Right', points: ['Right is dry.'] },
  ],
  counted: 'Left',
  numbers: [],
  proposals: [],
  ...given,
})

test('what speaks for another answer is contested, and no risk of the answer', () => {
  expect(writeSynthesis(brief({}))).toMatchObject({
    reasons: [{ text: 'Left is short.', by: ['ada_1'] }],
    risks: [],
    disagreements: [{ text: '“Right is dry.” speaks for “Right”.', by: ['bob_1'] }],
  })
})

test('what speaks against a proposition is a risk of it', () => {
  const statements = [
    { from: 'ada_1', vote: 'support', points: ['Left is short.'] },
    { from: 'bob_1', vote: 'oppose', points: ['Left is wet.'] },
  ]
  expect(writeSynthesis(brief({ kind: 'proposition', counted: 'Yes, go left', statements }))).toMatchObject({
    risks: [{ text: 'Left is wet.', by: ['bob_1'] }],
  })
})
