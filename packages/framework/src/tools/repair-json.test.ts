import { expect, test } from 'vitest'
import { repairJson } from './repair-json.ts'

test.each([
  ['exact', '{"a":[1,2]}', { a: [1, 2] }],
  ['a bare value', '4', 4],
  ['fenced', '```json\n{"a":1}\n```', { a: 1 }],
  ['fenced without a language, and text around', 'Sure:\n```\n[1]\n```\nDone.', [1]],
  ['a fence that was never closed', '```json\n{"a":1', { a: 1 }],
  ['a sentence before and after', 'The answer is {"a":1}. I hope that helps {you}.', { a: 1 }],
  ['cut off in a string', '{"a":"on', { a: 'on' }],
  ['cut off in a list', '{"a":[1,2', { a: [1, 2] }],
  ['careless', "{a: 'b', // note\n}", { a: 'b' }],
  ['only words', 'I cannot do that.', undefined],
  ['nothing', '', undefined],
])('%s', (_, text, data) => {
  expect(repairJson(text)).toEqual(data)
})
