import { expect, test } from 'vitest'
import { isProposition } from './vote-history.ts'

test.each([
  'Should we use Node.js 24?',
  'Remote work makes teams better.',
  'Is it right, or not?',
  'We have ten seats. Shall we move?',
])('%j is a proposition', (topic) => {
  expect(isProposition(topic)).toBe(true)
})

test.each([
  'Which is better, Node.js?',
  'Tabs or spaces?',
  'Tabs vs. spaces',
  'How do we grow?',
  'Choose a database.',
  '',
])('%j is not a proposition', (topic) => {
  expect(isProposition(topic)).toBe(false)
})
