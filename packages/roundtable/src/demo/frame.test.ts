import { expect, test } from 'vitest'
import { frame } from './frame.ts'

test.each([
  ['Should we migrate now?', { kind: 'proposition', proposition: 'Should we migrate now', isCheckable: true }],
  ['Remote work makes teams better.', { kind: 'proposition' }],
  ['Is it right, or not?', { kind: 'proposition' }],
  ['Should a city ban cars?', { kind: 'proposition', isCheckable: false }],
  ['Tabs or spaces?', { kind: 'choice', options: ['Tabs', 'spaces'] }],
  ['Should we use tabs or spaces?', { kind: 'choice', options: ['tabs', 'spaces'] }],
  ['For our billing system, which database should we use?', { kind: 'open' }],
  ['We have ten services. How do we migrate them?', { kind: 'open' }],
  ['Choose a database.', { kind: 'open' }],
  ['How long does the migration take?', { kind: 'estimate', unit: 'weeks' }],
  ['How many users will we have in a year?', { kind: 'estimate', unit: 'users' }],
])('the demo model frames %j', (topic, question) => {
  expect(frame(topic)).toMatchObject(question)
})
