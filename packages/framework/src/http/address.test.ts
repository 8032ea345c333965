import { expect, test } from 'vitest'
import { describeListenError, isLoopback } from './address.ts'

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['localhost', true],
  ['0.0.0.0', false],
  ['localhost.example.com', false],
])('isLoopback("%s") is %s', (host, expected) => {
  expect(isLoopback(host)).toBe(expected)
})

test('describeListenError names the address and what to do', () => {
  const address = { host: '::1', port: 80 }
  const tell = (code: string) => describeListenError(Object.assign(new Error('why'), { code }), address)
  expect(tell('EADDRINUSE')).toBe('port 80 of ::1 is in use; stop the program that uses it, or choose another port')
  expect(tell('EACCES')).toContain('choose one above 1023')
  expect(tell('EADDRNOTAVAIL')).toBe('::1 is not an address of this machine')
  expect(tell('EOTHER')).toBe('it was not possible to listen on [::1]:80: why')
})
