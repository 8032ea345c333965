import { expect, test } from 'vitest'
import { repairJson } from './repair-json.ts'

test.each([
  ['exact JSON', '{"a":[1,2]}', { a: [1, 2] }],
  ['a bare value', '4', 4],
  ['fenced data', '```json\n{"a":1}\n```', { a: 1 }],
  ['a fence without a language, and text around', 'Sure:\n```\n[1]\n```\nDone.', [1]],
  ['a fence after brackets in the prose', 'As {said} [1]:\n```json\n{"a":1,}\n```', { a: 1 }],
  ['a fence that was never closed', '```json\n{"a":1', { a: 1 }],
  ['data before a fence', '{"a":1,} as in ```', { a: 1 }],
  ['data with a fence in a string', '{"a":"```\nx\n```", b: 1}', { a: '```\nx\n```', b: 1 }],
  ['a sentence before and after', 'The answer is {"a":1}. I hope that helps {you}.', { a: 1 }],
  ['data that ends in a string', '{"a":"on', { a: 'on' }],
  ['data that ends in a list', '{"a":[1,2', { a: [1, 2] }],
  ['careless data', "{a: 'b', // note\n}", { a: 'b' }],
  ['only words', 'I cannot do that.', undefined],
  ['nothing', '', undefined],
])('repairJson reads %s', (_, text, data) => {
  expect(repairJson(text)).toEqual(data)
})
