import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, describe, expect, it } from 'vitest'
import type { Auth, AuthOption, Caller } from '../../http/auth.ts'
import { HttpError } from '../../http/http-error.ts'
import { type Listening, listenHttp } from '../../http/listen.ts'
import { createRoutes } from '../../http/routes.ts'
import { StoreError } from '../../tools/errors.ts'
import { createTokenAuth } from '../auth/token.ts'
import { readGuarded } from '../core/guarded.ts'
import type { HttpExchange } from '../core/http-exchange.ts'
import { META, readEnvelope } from '../rev2026/envelope.ts'
import { createRev2026Http } from '../rev2026/http.ts'
import { createNodeListener } from './node.ts'
import { createHttpRouter } from './route.ts'

const open: Listening[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map((listening) => listening.close()))
})

type Sent = { method?: string; path?: string; headers?: Record<string, string>; body?: unknown }

/** A router on a real port. Each revision answers with its name and what it was given. */
async function serve(options: { auth?: AuthOption; path?: string; allowedHosts?: string[] } = {}) {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  let loads = 0
  const rev2025 = {
    handle: async (exchange: HttpExchange, caller: Caller | undefined, message: unknown) =>
      exchange.reply(200, {}, JSON.stringify({ revision: 2025, method: exchange.method, caller, message })),
  }
  const rev2026Http = createRev2026Http({
    rev2026: {
      readEnvelope,
      hasMethod: () => true,
      answer: async (_, { principal }) => ({ revision: 2026, principal }),
      close: async () => {},
    },
    catalog: { listedTools: [] },
    onError,
  })
  const handle = createHttpRouter({
    rev2026Http,
    guardedBy: (message) => readGuarded(message, { nameResource: (uri) => uri, inWords: undefined }),
    rev2025: async () => {
      loads++
      return rev2025
    },
    onError,
    ...options,
  })
  const listening = await listenHttp(createNodeListener(handle, { bodyLimit: 10_000, onError }), { grace: 0 })
  open.push(listening)

  const send = async ({ method = 'POST', path = '/mcp', headers = {}, body }: Sent) => {
    const all = { ...(method === 'POST' && { 'content-type': 'application/json' }), ...headers }
    const sent = request(new URL(path, listening.url), { method, headers: all, agent: false })
    sent.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body))
    const response = await new Promise<IncomingMessage>((resolve, reject) =>
      sent.on('response', resolve).on('error', reject),
    )
    const got = await text(response)
    return {
      status: response.statusCode,
      headers: response.headers,
      text: got,
      body: got.startsWith('{') ? JSON.parse(got) : got,
    }
  }
  return { send, errors, loads: () => loads }
}

const claim = { [META.protocolVersion]: '2026-07-28', [META.clientCapabilities]: {} }
const rev2026List = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: claim } }
const rev2026Headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/list' }
const rev2026Call = (name: string) => ({
  headers: { ...rev2026Headers, 'mcp-method': 'tools/call', 'mcp-name': name },
  body: { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name, _meta: claim } },
})
const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }

describe('the revision that answers', () => {
  it('is 2026 for a message that claims it', async () => {
    const { send, loads } = await serve()
    expect((await send({ headers: rev2026Headers, body: rev2026List })).body.result).toEqual({ revision: 2026 })
    expect(loads()).toBe(0)
  })

  it('is 2026 by the header alone, or by the claim alone: both are then told what is missing', async () => {
    const { send } = await serve()
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }
    expect((await send({ headers: rev2026Headers, body })).body.error.code).toBe(-32602)
    expect((await send({ body: rev2026List })).body.error.code).toBe(-32020)
    const older = { 'mcp-protocol-version': '2025-11-25' }
    expect((await send({ headers: older, body: rev2026List })).body.error.code).toBe(-32020)
  })

  it('is 2026 for an unknown version, and for a batch with a claim in it', async () => {
    const { send } = await serve()
    const headers = { ...rev2026Headers, 'mcp-protocol-version': 'v999.0.0' }
    const params = { _meta: { ...claim, [META.protocolVersion]: 'v999.0.0' } }
    expect((await send({ headers, body: { ...rev2026List, params } })).body.error.code).toBe(-32022)
    expect((await send({ body: [initialize, rev2026List] })).body.error.code).toBe(-32600)
  })

  it('is 2025 for everything else, with the message parsed', async () => {
    const { send } = await serve()
    expect((await send({ body: initialize })).body).toEqual({ revision: 2025, method: 'POST', message: initialize })
    for (const version of ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']) {
      const headers = { 'mcp-protocol-version': version, 'mcp-method': 'initialize' }
      expect((await send({ headers, body: [initialize] })).body).toMatchObject({
        revision: 2025,
        message: [initialize],
      })
    }
    expect((await send({ method: 'GET' })).body).toEqual({ revision: 2025, method: 'GET' })
    expect((await send({ method: 'DELETE' })).body).toEqual({ revision: 2025, method: 'DELETE' })
  })

  it.each(['GET', 'DELETE'])('is 2026 for its %s, which is told to use POST', async (method) => {
    const { send } = await serve()
    const { status, headers, body } = await send({ method, headers: { 'mcp-protocol-version': '2026-07-28' } })
    expect([status, headers.allow, body.error.code]).toEqual([405, 'POST', -32000])
  })
})

describe('the route', () => {
  it.each(['', '{', 'undefined', '\u0000', '{"a":1}x'])('refuses the body %j, which is not JSON', async (body) => {
    const { send } = await serve()
    for (const headers of [{}, rev2026Headers]) {
      const answer = await send({ headers, body })
      expect(answer.status).toBe(400)
      expect(answer.body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32700 } })
    }
  })

  it.each([
    ['2025', {}, 'initialize'],
    ['2026', rev2026Headers, 'tools/call'],
  ])('refuses a body of %s that is nested too deeply', async (_, headers, method) => {
    const { send } = await serve()
    const deep = `${'['.repeat(300)}${']'.repeat(300)}`
    const body = `{"jsonrpc":"2.0","id":1,"method":"${method}","params":{"capabilities":${deep}}}`
    const answer = await send({ headers, body })
    expect(answer.status).toBe(400)
    const message = 'the body is nested deeper than 256 levels'
    expect(answer.body).toEqual({ jsonrpc: '2.0', id: null, error: { code: -32700, message } })
  })

  it('refuses a wrong host or origin before anything else', async () => {
    const { send } = await serve()
    const evil = 'evil.example.com'
    expect((await send({ headers: { host: evil }, body: '{' })).status).toBe(403)
    expect((await send({ headers: { origin: `http://${evil}` }, body: '{' })).status).toBe(403)
    expect((await send({ headers: { origin: 'null' }, body: '{' })).status).toBe(403)
    expect(
      (await send({ headers: { ...rev2026Headers, origin: 'http://localhost:1' }, body: rev2026List })).status,
    ).toBe(200)
  })

  it('takes the hosts that it is given', async () => {
    const { send } = await serve({ allowedHosts: ['tools.example.com'] })
    expect((await send({ headers: { host: 'tools.example.com:1' }, body: initialize })).status).toBe(200)
    expect((await send({ body: initialize })).status).toBe(403)
  })

  it('refuses other content types and methods', async () => {
    const { send } = await serve()
    expect((await send({ headers: { 'content-type': 'text/plain' }, body: initialize })).status).toBe(415)
    expect((await send({ method: 'PUT', body: initialize })).status).toBe(405)
    expect((await send({ method: 'OPTIONS' })).status).toBe(405)
  })

  it('serves one path with any query, and names it', async () => {
    const { send } = await serve({ path: '/tools' })
    expect((await send({ path: '/tools?x=1', body: initialize })).status).toBe(200)
    const { status, body } = await send({ path: '/mcp', body: initialize })
    expect([status, body.error.message]).toEqual([404, 'nothing is served at /mcp; MCP is at /tools'])
    expect((await send({ method: 'GET', path: '/.well-known/oauth-protected-resource' })).status).toBe(404)
  })
})

describe('auth', () => {
  const TOKEN = 'tok-3f9a.secret'
  const metadataUrl = 'https://tools.example.com/.well-known/oauth-protected-resource/mcp'
  const auth = createTokenAuth({
    resource: 'https://tools.example.com/mcp',
    authorizationServers: ['https://login.example.com'],
    verify: (token) => {
      if (token === 'tok-unchecked') throw new Error(`the database is down, asked for ${token}`)
      return token === TOKEN ? { principal: 'ann', scopes: ['read'] } : undefined
    },
    scopesFor: (tool) => (tool === 'remove' ? ['read', 'write'] : []),
  })
  const authorization = `Bearer ${TOKEN}`

  it.each(['/.well-known/oauth-protected-resource', '/.well-known/oauth-protected-resource/mcp'])(
    'names at %s the issuer of tokens, to every caller',
    async (path) => {
      const { send } = await serve({ auth })
      const { status, body } = await send({ method: 'GET', path })
      expect(status).toBe(200)
      expect(body).toMatchObject({
        resource: 'https://tools.example.com/mcp',
        authorization_servers: ['https://login.example.com'],
      })
      expect((await send({ path, body: {} })).status).toBe(405)
    },
  )

  it('tells a caller without a token where to learn about it', async () => {
    const { send, loads } = await serve({ auth })
    for (const sent of [{ headers: rev2026Headers, body: rev2026List }, { body: initialize }, { method: 'GET' }]) {
      const { status, headers, body } = await send(sent)
      expect(status).toBe(401)
      expect(headers['www-authenticate']).toBe(`Bearer resource_metadata="${metadataUrl}"`)
      expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32000 } })
    }
    expect(loads()).toBe(0)
  })

  it('refuses a token that is not good, without repeating it', async () => {
    const { send, errors } = await serve({ auth })
    const answer = await send({
      headers: { ...rev2026Headers, authorization: 'Bearer tok-foreign' },
      body: rev2026List,
    })
    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toContain('error="invalid_token"')
    expect(JSON.stringify(answer)).not.toContain('tok-foreign')
    expect(errors).toEqual([])
  })

  it('does not refuse a token that cannot be checked now, and does not repeat it', async () => {
    const { send, errors } = await serve({ auth })
    const answer = await send({
      headers: { ...rev2026Headers, authorization: 'Bearer tok-unchecked' },
      body: rev2026List,
    })
    expect([answer.status, answer.headers['retry-after']]).toEqual([503, '5'])
    expect(JSON.stringify(answer)).not.toContain('tok-unchecked')
    expect(errors).toHaveLength(1)
  })

  it.each([
    [new HttpError(429, 'too_many_requests', 'wait a minute', { 'retry-after': '60' }), '60', 0],
    [new StoreError('cannot read sessions', { cause: new Error('secret') }), '1', 1],
  ])('refuses with the status of what auth throws, like every route: %s', async (thrown, retryAfter, reported) => {
    const { send, errors } = await serve({ auth: () => Promise.reject(thrown) })
    const answer = await send({ headers: rev2026Headers, body: rev2026List })
    const route = createRoutes(
      { '/': { GET: () => new Response() } },
      { auth: () => Promise.reject(thrown), bodyLimit: 0, onError() {} },
    )
    const { status } = await route.request('http://localhost/')
    expect([answer.status, answer.headers['retry-after'], errors.length]).toEqual([status, retryAfter, reported])
    expect(answer.body).toMatchObject({ jsonrpc: '2.0', error: { message: thrown.message } })
  })

  it('answers 500 without details when auth itself breaks', async () => {
    const broken: Auth = {
      metadata: auth.metadata,
      authenticate: (given) => Promise.reject(new Error(`no idea what ${given} is`)),
    }
    const { send, errors } = await serve({ auth: broken })
    const answer = await send({ headers: { ...rev2026Headers, authorization }, body: rev2026List })
    expect(answer.status).toBe(500)
    expect(JSON.stringify(answer)).not.toContain(TOKEN)
    expect(errors).toHaveLength(1)
  })

  it('lets a caller in, and tells both revisions who it is', async () => {
    const { send } = await serve({ auth })
    const rev2026 = await send({ headers: { ...rev2026Headers, authorization }, body: rev2026List })
    expect(rev2026.body.result).toEqual({ revision: 2026, principal: 'ann' })
    const rev2025 = await send({ headers: { authorization }, body: initialize })
    expect(rev2025.body).toMatchObject({ revision: 2025, caller: { principal: 'ann', scopes: ['read'] } })
  })

  it('lets in by a cookie whom a function knows, and refuses all others without naming an issuer', async () => {
    const { send } = await serve({ auth: ({ headers }) => headers.get('cookie')?.split('sid=')[1] })
    const known = await send({ headers: { ...rev2026Headers, cookie: 'sid=ada' }, body: rev2026List })
    expect(known.body.result).toEqual({ revision: 2026, principal: 'ada' })
    const unknown = await send({ headers: { ...rev2026Headers, cookie: 'other' }, body: rev2026List })
    expect([unknown.status, unknown.headers['www-authenticate']]).toEqual([401, 'Bearer'])
    expect((await send({ method: 'GET', path: '/.well-known/oauth-protected-resource' })).status).toBe(404)
  })

  it('gives a function the method, the URL, the headers and the request of Node', async () => {
    const seen: unknown[] = []
    const { send } = await serve({
      auth: ({ method, url, headers }, incoming) => {
        seen.push(method, new URL(url).pathname, headers.get('x-key'), incoming?.url)
        return { principal: 'ada', scopes: ['read'] }
      },
    })
    const { body } = await send({ headers: { 'x-key': 'k' }, body: initialize })
    expect(seen).toEqual(['POST', '/mcp', 'k', '/mcp'])
    expect(body.caller).toMatchObject({ principal: 'ada', scopes: ['read'] })
  })

  it('replies with the response that a function returns', async () => {
    const { send } = await serve({
      auth: () => new Response('log in', { status: 418, headers: { 'x-login': '/login' } }),
    })
    const { status, headers } = await send({ method: 'GET', path: '/mcp' }).catch((error) => error)
    expect([status, headers['x-login']]).toEqual([418, '/login'])
  })

  it('refuses a tool whose scopes the caller lacks, and names them', async () => {
    const { send } = await serve({ auth })
    const { headers, body } = rev2026Call('remove')
    const bare = { jsonrpc: '2.0', id: 5, method: 'tools/call', params: { name: 'remove' } }
    for (const sent of [
      { headers: { ...headers, authorization }, body },
      { headers: { authorization }, body: bare },
      { headers: { authorization }, body: [initialize, bare] },
    ]) {
      const answer = await send(sent)
      expect(answer.status).toBe(403)
      expect(answer.headers['www-authenticate']).toContain('error="insufficient_scope"')
      expect(answer.headers['www-authenticate']).toContain('scope="read write"')
      expect(answer.body).toMatchObject({ id: 5, error: { code: -32000, message: expect.stringContaining('write') } })
    }
  })

  it('lets a tool be called whose scopes the caller has', async () => {
    const { send } = await serve({ auth })
    const { headers, body } = rev2026Call('greet')
    expect((await send({ headers: { ...headers, authorization }, body })).body.result.revision).toBe(2026)
  })
})
