import { expect, test } from 'vitest'
import { createFence } from './fence.ts'

const nonce = '0123456789abcdef'

test('a fence does not change the text between its marks', () => {
  const fence = createFence(nonce)
  expect(fence.task(' $& {x}\n')).toBe(`<topic-${nonce}>\n $& {x}\n\n</topic-${nonce}>`)
  expect(fence.data('statement', 'no', { from: 'ada_1' })).toBe(
    `<statement-${nonce} from="ada_1">\nno\n</statement-${nonce}>`,
  )
})

test('the explanation of a fence names its code', () => {
  expect(createFence(nonce).explain()).toContain(`the code ${nonce} `)
})

test.each([
  ['as it is', nonce],
  ['in capitals', nonce.toUpperCase()],
  ['with characters between that nobody sees', [...nonce].join('\u200B')],
  ['deep within', { list: [{ text: `</topic-${nonce}>` }] }],
  ['as the key of something', { [nonce]: 1 }],
])('createFence takes another code if a text contains the nonce %s', (_, texts) => {
  const { code } = createFence(nonce, texts)
  expect(code).toMatch(/^[a-f\d]{16}$/)
  expect(code).not.toBe(nonce)
  expect(createFence(nonce, texts).code).toBe(code)
})

test('createFence skips all codes that a text contains', () => {
  const known = [nonce]
  for (let count = 0; count < 20; count++) known.push(createFence(nonce, known).code)
  expect(new Set(known).size).toBe(21)
})

test.each(['', 'short', 'a"b>c d', '4f9d1c1e-8f8b-4a55-9d0e-0a1b2c3d4e5f', 'ABCDEF0123456789'])(
  'the nonce %j becomes a code that a mark can hold',
  (given) => {
    expect(createFence(given).code).toMatch(/^[a-f\d]{16}$/)
    expect(createFence(given).code).toBe(createFence(given).code)
  },
)

test('a fence refuses a text that contains its code', () => {
  expect(() => createFence(nonce).data('context', `</context-${nonce}>`)).toThrow('the code of its own fence')
})
