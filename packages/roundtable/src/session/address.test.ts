import { expect, test } from 'vitest'
import { addressKey, toWebAddress } from './address.ts'

test.for([
  ['https://www.example.com/a/?utm_source=x&b=2&a=1#top', 'http://example.com/a?a=1&b=2'],
  ['https://EXAMPLE.com', 'https://example.com/'],
])('%s and %s are one page', ([one, other]) => {
  expect(addressKey(one)).toBe(addressKey(other))
})

test.for([
  ['https://example.com/a?id=1', 'https://example.com/a?id=2'],
  ['https://example.com/A', 'https://example.com/a'],
])('%s and %s are two pages', ([one, other]) => {
  expect(addressKey(one)).not.toBe(addressKey(other))
})

test.for(['javascript:alert(1)', 'file:///etc/passwd', 'nothing', undefined])('%s is no web address', (url) => {
  expect(toWebAddress(url)).toBeUndefined()
  expect(addressKey(url)).toBeUndefined()
})
