import { expect, test } from 'vitest'
import { readCitations } from './read-citations.ts'

test('a bad citation drops itself, not its neighbours', () => {
  const first = { title: 'Manual', url: 'https://example.com/manual', quote: 'It scales.', claim: 'scale' }
  expect(readCitations([first, null, 7, {}, [], { quote: 'no title' }, ' ', 'A book'])).toEqual([
    first,
    { title: 'A book' },
  ])
})

test.each([
  ['https://example.com/a', { title: 'https://example.com/a', url: 'https://example.com/a' }],
  ['[Manual](https://example.com/a)', { title: 'Manual', url: 'https://example.com/a' }],
  ['Manual, https://example.com/a.', { title: 'Manual', url: 'https://example.com/a' }],
  [
    { source: 'Manual', link: 'http://example.com' },
    { title: 'Manual', url: 'http://example.com' },
  ],
  [{ URL: 'https://example.com/a' }, { title: 'https://example.com/a', url: 'https://example.com/a' }],
])('%j is read', (value, citation) => {
  expect(readCitations(value)).toEqual([citation])
})

test.each(['javascript:alert(1)', 'file:///etc/passwd', 'example.com', 'https://', 'https://a b', 7])(
  'the address %j is not kept',
  (url) => {
    expect(readCitations([{ title: 'Manual', url }])).toEqual([{ title: 'Manual' }])
  },
)

test('there is an end to them', () => {
  expect(readCitations(Array.from({ length: 1_000 }, () => 'A book'))).toHaveLength(50)
})
