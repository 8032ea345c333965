import { expect, it } from 'vitest'
import type { GuardOptions } from '../../http/guard.ts'
import { createFetchHandler } from './fetch.ts'
import { createExchangeGuard } from './route.ts'

/** The status of an exchange that the guard saw, and the message of its refusal. */
async function guarded(init: RequestInit & { headers: Record<string, string> }, options: Partial<GuardOptions> = {}) {
  const passes = createExchangeGuard({ methods: ['POST', 'GET'], ...options })
  const handler = createFetchHandler((exchange) => void (passes(exchange) && exchange.reply(200, {})), {
    bodyLimit: 100,
    onError: (error) => expect.unreachable(String(error)),
  })
  const response = await handler(new Request('http://localhost/', init))
  if (response.status === 200) return { status: 200 }
  const { error, ...rest } = (await response.json()) as { error: { code: number; message: string } }
  expect(rest).toEqual({ jsonrpc: '2.0', id: null })
  expect(error.code).toBe(-32000)
  expect(response.headers.get('access-control-allow-origin')).toBeNull()
  return { status: response.status, message: error.message, allow: response.headers.get('allow') }
}

it.each(['localhost', 'LOCALHOST:3000', '127.0.0.1', '127.0.0.1:1', '[::1]', '[::1]:8080'])(
  'the host %s is accepted by default',
  async (host) => {
    expect(await guarded({ headers: { host } })).toEqual({ status: 200 })
  },
)

it.each([
  'evil.example.com',
  'localhost.evil.example.com',
  'localhost:evil.example.com',
  'evil.example.com:80',
  '[::1].evil.example.com',
  '[::1',
  '::1',
  '0.0.0.0',
  'evil@localhost',
])('the host %s is refused', async (host) => {
  expect(await guarded({ headers: { host } })).toMatchObject({
    status: 403,
    message: `the host "${host}" is not served here; if it should be, add it to allowedHosts`,
  })
})

it('only the configured hosts are accepted', async () => {
  const allowedHosts = ['Tools.Example.com']
  expect(await guarded({ headers: { host: 'tools.example.com:443' } }, { allowedHosts })).toEqual({ status: 200 })
  expect(await guarded({ headers: { host: 'localhost' } }, { allowedHosts })).toMatchObject({ status: 403 })
})

it.each(['http://localhost:3000', 'https://127.0.0.1', 'http://[::1]:1'])(
  'the origin %s is accepted',
  async (origin) => {
    expect(await guarded({ headers: { origin } })).toEqual({ status: 200 })
  },
)

it.each([
  'null',
  'http://evil.example.com',
  'http://localhost.evil.example.com',
  'http://localhost@evil.example.com',
  'file://localhost',
  'localhost',
  'http://',
  '',
])('the origin "%s" is refused', async (origin) => {
  expect(await guarded({ headers: { origin } })).toMatchObject({
    status: 403,
    message: expect.stringContaining('origin'),
  })
})

it('only the configured origins are accepted', async () => {
  const allowedOrigins = ['app.example.com']
  expect(await guarded({ headers: { origin: 'https://app.example.com' } }, { allowedOrigins })).toEqual({ status: 200 })
  expect(await guarded({ headers: { origin: 'http://localhost' } }, { allowedOrigins })).toMatchObject({ status: 403 })
})

it('another method is refused with the allowed methods', async () => {
  const { status, allow } = await guarded({ method: 'OPTIONS', headers: {} })
  expect([status, allow]).toEqual([405, 'POST, GET'])
})

it.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=utf-8'])(
  'a POST of %s is accepted',
  async (type) => {
    expect(await guarded({ method: 'POST', body: '{}', headers: { 'content-type': type } })).toEqual({ status: 200 })
  },
)

it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json-seq', 'text/plain; application/json'])(
  'a POST of %s is refused',
  async (type) => {
    expect(await guarded({ method: 'POST', body: '{}', headers: { 'content-type': type } })).toMatchObject({
      status: 415,
      message: `expected content-type: application/json, got "${type}"`,
    })
  },
)

it('a POST without a content type is refused', async () => {
  const body = new TextEncoder().encode('{}')
  expect(await guarded({ method: 'POST', body, headers: {} })).toMatchObject({
    status: 415,
    message: 'expected content-type: application/json, got (none)',
  })
})
