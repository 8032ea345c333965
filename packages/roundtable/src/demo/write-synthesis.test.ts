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
  before: undefined,
  votes: [],
  statements: [
    { from: 'ada_1', vote: 'Left', number: undefined, points: ['Left is short.'] },
    { from: 'bob_1', vote: 'Right', number: undefined, points: ['Right is dry.'] },
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
    disagreements: [{ text: '“Right is dry” speaks for “Right”.', by: ['bob_1'] }],
  })
})

test('what speaks against a proposition is a risk of it', () => {
  const statements = [
    { from: 'ada_1', vote: 'support', number: undefined, points: ['Left is short.'] },
    { from: 'bob_1', vote: 'oppose', number: undefined, points: ['Left is wet.'] },
  ]
  expect(writeSynthesis(brief({ kind: 'proposition', counted: 'Yes, go left', statements }))).toMatchObject({
    risks: [{ text: 'Left is wet.', by: ['bob_1'] }],
  })
})

test('reasons for lower and for higher numbers are conditions, and no reasons for the number in the middle', () => {
  const said = { vote: undefined }
  const statements = [
    { ...said, from: 'ada_1', number: 10, points: ['Most of it exists.'] },
    { ...said, from: 'bob_1', number: 20, points: ['It is about that.'] },
    { ...said, from: 'cem_1', number: 30, points: ['Plans are hopeful.'] },
  ]
  const given = brief({ kind: 'estimate', counted: 'About 20 days', statements, numbers: [10, 20, 30] })
  expect(writeSynthesis(given)).toMatchObject({
    reasons: [],
    conditions: [
      { text: 'Less, if this holds: Most of it exists.', by: ['ada_1'] },
      { text: 'More, if this holds: Plans are hopeful.', by: ['cem_1'] },
    ],
  })
})
