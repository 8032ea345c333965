import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { UsageError } from './usage-error.ts'

test.each([
  ['3000', { host: '127.0.0.1', port: 3000 }],
  ['0', { host: '127.0.0.1', port: 0 }],
  ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
  ['localhost:8080', { host: 'localhost', port: 8080 }],
  ['[::1]:8080', { host: '::1', port: 8080 }],
])('%s is an address', (text, address) => {
  expect(readAddress(text)).toEqual(address)
})

test.each(['', 'http', '70000', 'localhost:', '::1:80', 'a b:80'])('"%s" is not an address', (text) => {
  expect(() => readAddress(text)).toThrow(UsageError)
})
