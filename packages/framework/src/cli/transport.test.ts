import { expect, test } from 'vitest'
import { UsageError } from './args.ts'
import { publicWarning, readTransport } from './transport.ts'

test.each([
  ['3000', { host: '127.0.0.1', port: 3000 }],
  ['0', { host: '127.0.0.1', port: 0 }],
  ['0.0.0.0:80', { host: '0.0.0.0', port: 80 }],
  ['localhost:8080', { host: 'localhost', port: 8080 }],
  ['[::1]:8080', { host: '::1', port: 8080 }],
])('--http %s is read as an address', (http, address) => {
  expect(readTransport({ http }, {}).address).toEqual(address)
})

test.each(['', 'http', '70000', 'localhost:', '::1:80', 'a b:80'])('--http "%s" is refused', (http) => {
  expect(() => readTransport({ http }, {})).toThrow(UsageError)
  expect(() => readTransport({ http }, {})).toThrow(`not "${http}"`)
})

test('the host of --http precedes --host, which precedes HOST', () => {
  const hostOf = (http: string, host: string | undefined) =>
    readTransport({ http, host }, { HOST: 'c.test' }).address?.host
  expect(hostOf('a.test:1', 'b.test')).toBe('a.test')
  expect(hostOf('1', 'b.test')).toBe('b.test')
  expect(hostOf('1', undefined)).toBe('c.test')
  expect(hostOf('1', '[::1]')).toBe('::1')
})

test('a server over HTTP accepts the loopback, its own host and the allowed hosts', () => {
  const { allowedHosts } = readTransport({ http: '[::2]:1', 'allow-host': ['a.test'] }, {})
  expect(allowedHosts).toEqual(expect.arrayContaining(['localhost', '[::2]', 'a.test']))
})

test('an --allow-host that is no name is refused', () => {
  expect(() => readTransport({ http: '1', 'allow-host': ['https://a.test'] }, {})).toThrow(
    '--allow-host takes the name of a host without scheme and port, not "https://a.test"',
  )
})

test('a server without --http uses stdio, and --stdio excludes --http', () => {
  expect(readTransport({}, { HOST: 'a.test' })).not.toHaveProperty('address')
  expect(() => readTransport({ stdio: true, http: '1' }, {})).toThrow('choose --stdio or --http, not both')
})

test('an option about an address is refused without --http', () => {
  expect(() => readTransport({ host: '0.0.0.0' }, {})).toThrow('--host needs --http')
  expect(() => readTransport({ stdio: true, 'allow-host': ['a.test'] }, {})).toThrow('--allow-host needs --http')
})

test('publicWarning warns unless the host is the loopback', () => {
  expect(publicWarning('127.0.0.1', 'call these tools')).toBeUndefined()
  expect(publicWarning('0.0.0.0', 'call these tools')).toMatch(/anyone who can reach 0\.0\.0\.0 can call these tools/)
})
