import { expect, it } from 'vitest'
import { createGuard, type GuardOptions } from './guard.ts'

const ask = (method: string, headers: Record<string, string>, options: Partial<GuardOptions> = {}) =>
  createGuard({ methods: ['GET', 'POST'], ...options })({ method, header: (name) => headers[name] })

it('a request with an accepted host, origin, method and type passes', () => {
  expect(ask('GET', { host: 'localhost:1', origin: 'http://127.0.0.1:2' })).toBeUndefined()
  expect(ask('POST', { host: '[::1]', 'content-type': 'application/json' })).toBeUndefined()
})

it('a page that was served under an accepted host may call, unless the origins are named', () => {
  const allowedHosts = ['tools.example.com']
  const headers = { host: 'tools.example.com', origin: 'https://tools.example.com' }
  expect(ask('GET', headers, { allowedHosts })).toBeUndefined()
  expect(ask('GET', { ...headers, origin: 'https://app.example.com' }, { allowedHosts })).toMatchObject({ status: 403 })
  expect(ask('GET', headers, { allowedHosts, allowedOrigins: ['app.example.com'] })).toMatchObject({ status: 403 })
})

it.each<[string, string, Record<string, string>, [number, string]]>([
  ['without a host', 'GET', {}, [403, 'host_refused']],
  ['for another host', 'GET', { host: 'evil.example.com' }, [403, 'host_refused']],
  ['of a page of another origin', 'GET', { host: 'localhost', origin: 'null' }, [403, 'origin_refused']],
  ['by another method', 'PUT', { host: 'localhost' }, [405, 'method_not_allowed']],
  [
    'with another content',
    'POST',
    { host: 'localhost', 'content-type': 'text/plain' },
    [415, 'unsupported_media_type'],
  ],
])('a request %s is refused', (_, method, headers, [status, code]) => {
  expect(ask(method, headers)).toMatchObject({ status, code })
})

it('a refusal names the accepted methods', () => {
  expect(ask('PUT', { host: 'localhost' })?.headers).toEqual({ allow: 'GET, POST' })
})

it.each(['https://app.example', 'app.example:443', '::1', 'a b', ''])(
  'the name "%s" is refused when the guard is created',
  (name) => {
    const problem = (option: string) =>
      `${option} takes names of hosts without scheme and port, like app.example, not "${name}"`
    expect(() => createGuard({ methods: ['GET'], allowedHosts: [name] })).toThrow(problem('allowedHosts'))
    expect(() => createGuard({ methods: ['GET'], allowedOrigins: [name] })).toThrow(problem('allowedOrigins'))
  },
)
