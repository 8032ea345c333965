import { expect, test } from 'vitest'
import { describeListenError, isLoopback, readAddress } from './address.ts'
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

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['localhost.example.com', false],
])('%s on the loopback: %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('an error of listening is about the address', () => {
  const address = { host: '::1', port: 80 }
  const tell = (code: string) => describeListenError(Object.assign(new Error('why'), { code }), address)
  expect(tell('EADDRINUSE')).toBe('port 80 of ::1 is in use; choose another one')
  expect(tell('EACCES')).toContain('choose one above 1023')
  expect(tell('EADDRNOTAVAIL')).toBe('::1 is not an address of this machine')
  expect(tell('EOTHER')).toBe('it was not possible to listen on [::1]:80: why')
})
