import { createSecretKey, KeyObject, randomBytes } from 'node:crypto'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { inspect } from 'node:util'
import {
  base64url,
  exportJWK,
  exportSPKI,
  type GenerateKeyPairResult,
  generateKeyPair,
  type JSONWebKeySet,
  SignJWT,
  UnsecuredJWT,
} from 'jose'
import { afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { AuthError, AuthUnavailableError } from '../../http/auth.ts'
import { authContract } from '../../testing/auth-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { toRequest } from './fixtures/to-request.ts'
import { createJwtAuth, type JwtAuthOptions } from './jwt.ts'

const ISSUER = 'https://issuer.example'
const RESOURCE = 'https://tools.example/mcp'

let pair: GenerateKeyPairResult
let other: GenerateKeyPairResult

beforeAll(async () => {
  pair = await generateKeyPair('ES256', { extractable: true })
  other = await generateKeyPair('ES256', { extractable: true })
})

afterEach(() => {
  vi.useRealTimers()
})

const publish = async (keys: Record<string, GenerateKeyPairResult>): Promise<JSONWebKeySet> => ({
  keys: await Promise.all(
    Object.entries(keys).map(async ([kid, { publicKey }]) => ({ ...(await exportJWK(publicKey)), kid, use: 'sig' })),
  ),
})

async function startServer(listener: RequestListener): Promise<{ url: URL; close(): void }> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`), close }
}

async function serve(listener: RequestListener): Promise<URL> {
  const { url, close } = await startServer(listener)
  onTestFinished(close)
  return url
}

/** An issuer on the loopback whose keys can be changed, and that counts how often it was asked. */
async function startIssuer(keys: Record<string, GenerateKeyPairResult>) {
  const jwks = await publish(keys)
  const { url, close } = await startServer((_, response) => {
    issuer.asked++
    response.setHeader('content-type', 'application/json').end(JSON.stringify(issuer.jwks))
  })
  const issuer = { jwks, asked: 0, url, close }
  onTestFinished(close)
  return issuer
}

const createAuth = async (options: Partial<JwtAuthOptions> = {}) =>
  createJwtAuth({ issuer: ISSUER, audience: RESOURCE, jwks: await publish({ one: pair }), ...options })

const good = (
  claims: Record<string, unknown> = {},
  header: { alg: string; kid: string; typ?: string } = { alg: 'ES256', kid: 'one' },
): SignJWT =>
  new SignJWT({ iss: ISSUER, aud: RESOURCE, sub: 'ada', exp: inSeconds(600), ...claims }).setProtectedHeader(header)

const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds

const bearer = async (token: string | Promise<string>): Promise<string> => `Bearer ${await token}`

const signed = (claims?: Record<string, unknown>): Promise<string> => bearer(good(claims).sign(pair.privateKey))

const refusal = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    (value) => Promise.reject(new Error(`expected a refusal, got ${JSON.stringify(value)}`)),
    (error) => error,
  )

describeContract(
  'auth by signed tokens',
  authContract(async ({ requiredScopes }) => {
    const issuer = await startIssuer({ one: pair })
    return {
      auth: createJwtAuth({ issuer: ISSUER, audience: RESOURCE, jwks: issuer.url, requiredScopes }),
      tokenOf: ({ principal, scopes }) => good({ sub: principal, scope: scopes.join(' ') }).sign(pair.privateKey),
      cutOff: () => issuer.close(),
      close: () => issuer.close(),
    }
  }),
)

async function refused(authorization: string | null, options?: Partial<JwtAuthOptions>): Promise<AuthError> {
  const error = await refusal((await createAuth(options)).authenticate(toRequest(authorization)))
  expect(error).toBeInstanceOf(AuthError)
  return error as AuthError
}

describe('a caller', () => {
  test('is let in by a good token, whose keys are fetched once', async () => {
    const issuer = await startIssuer({ one: pair, two: other })
    const auth = await createAuth({ jwks: issuer.url })
    const caller = await auth.authenticate(toRequest(await signed()))
    await auth.authenticate(toRequest(await signed({ sub: 'bob' })))
    expect(caller).toEqual({ principal: 'https://issuer.example#sub:ada', scopes: [] })
    expect(issuer.asked).toBe(1)
  })

  test('is another person with another issuer, and another than a client of that name', async () => {
    const elsewhere = await createAuth({ issuer: 'https://elsewhere.example' })
    const here = await createAuth()
    const callers = [
      await here.authenticate(toRequest(await signed())),
      await here.authenticate(toRequest(await signed({ sub: undefined, client_id: 'ada' }))),
      await elsewhere.authenticate(toRequest(await signed({ iss: 'https://elsewhere.example' }))),
    ]
    expect(new Set(callers.map(({ principal }) => principal)).size).toBe(3)
  })

  test('has the scopes of a string, a list, or both', async () => {
    const auth = await createAuth()
    const scopes = async (claims: object) => (await auth.authenticate(toRequest(await signed({ ...claims })))).scopes
    expect(await scopes({ scope: 'read  write' })).toEqual(['read', 'write'])
    expect(await scopes({ scp: ['read', 'write', 7] })).toEqual(['read', 'write'])
    expect(await scopes({ scp: 'read write' })).toEqual(['read', 'write'])
    expect(await scopes({ scope: 'read', scp: ['write'] })).toEqual(['read', 'write'])
    expect(await scopes({ scope: { read: true } })).toEqual([])
  })

  test('may spell bearer in lower case', async () => {
    const auth = await createAuth()
    const authorization = (await signed()).replace('Bearer', 'bearer')
    expect(await auth.authenticate(toRequest(authorization))).toMatchObject({
      principal: 'https://issuer.example#sub:ada',
    })
  })

  test('may have a token for several resources, or for the same origin with or without its slash', async () => {
    const auth = await createAuth({ audience: 'https://tools.example' })
    await auth.authenticate(toRequest(await signed({ aud: ['https://else.example', 'https://tools.example/'] })))
    await auth.authenticate(toRequest(await signed({ aud: 'https://tools.example' })))
    const slashed = await createAuth({ audience: 'https://tools.example/' })
    await slashed.authenticate(toRequest(await signed({ aud: 'https://tools.example' })))
  })

  test.each(['RS256', 'PS256', 'ES384', 'Ed25519'])('may have a token signed with %s', async (alg) => {
    const keys = await generateKeyPair(alg, { extractable: true })
    const token = bearer(good({}, { alg, kid: 'one' }).sign(keys.privateKey))
    await (await createAuth({ jwks: await publish({ one: keys }) })).authenticate(toRequest(await token))
    await (await createAuth({ jwks: KeyObject.from(keys.publicKey) })).authenticate(toRequest(await token))
  })

  test.each(['JWT', 'jwt', 'at+jwt', 'application/at+jwt'])('may have a token of the type %s', async (typ) => {
    const token = await bearer(good({}, { alg: 'ES256', kid: 'one', typ }).sign(pair.privateKey))
    expect(await (await createAuth()).authenticate(toRequest(token))).toMatchObject({ scopes: [] })
  })

  test('may have a token signed with a shared secret', async () => {
    const secret = new Uint8Array(randomBytes(32))
    const token = await bearer(good({}, { alg: 'HS256', kid: 'one' }).sign(secret))
    await (await createAuth({ jwks: secret })).authenticate(toRequest(token))
    await (await createAuth({ jwks: createSecretKey(secret) })).authenticate(toRequest(token))
  })
})

describe('a token is refused as invalid', () => {
  test.each([
    ['expired', { exp: inSeconds(-1) }, 'the token has expired'],
    ['without an expiry', { exp: undefined }, 'the token has no expiry'],
    ['with an expiry that is no number', { exp: '9999999999' }, 'the token has no expiry'],
    ['not valid yet', { nbf: inSeconds(60) }, 'the token is not valid yet'],
    ['for another resource', { aud: 'https://tools.example/other' }, 'the token is for another resource'],
    ['for no resource', { aud: undefined }, 'the token is for another resource'],
    ['from another issuer', { iss: 'https://issuer.example/' }, 'the token is from another issuer'],
    ['from no issuer', { iss: undefined }, 'the token is from another issuer'],
    ['of nobody', { sub: undefined }, 'the token has neither sub nor client_id'],
    ['of an empty subject', { sub: '' }, 'the token has neither sub nor client_id'],
  ])('when it is %s', async (_, claims, message) => {
    const error = await refused(await signed(claims))
    expect(error).toMatchObject({ status: 401, error: 'invalid_token' })
    expect(error.message).toContain(message)
  })

  test.each(['logout+jwt', 'dpop+jwt', 'secevent+jwt', 'application/oauth-authz-req+jwt', 'JOSE', ''])(
    'when its type is %j, which is not that of an access token',
    async (typ) => {
      const error = await refused(await bearer(good({}, { alg: 'ES256', kid: 'one', typ }).sign(pair.privateKey)))
      expect(error).toMatchObject({ status: 401, error: 'invalid_token', message: 'the token is not an access token' })
    },
  )

  test('when another key signed it', async () => {
    expect(await refused(await bearer(good().sign(other.privateKey)))).toMatchObject({ error: 'invalid_token' })
  })

  test('when its claims were changed after signing', async () => {
    const [header, , signature] = (await good().sign(pair.privateKey)).split('.')
    const claims = base64url.encode(JSON.stringify({ iss: ISSUER, aud: RESOURCE, sub: 'eve', exp: inSeconds(600) }))
    expect(await refused(`Bearer ${header}.${claims}.${signature}`)).toMatchObject({ error: 'invalid_token' })
  })

  test('when it says that it has no signature', async () => {
    const token = new UnsecuredJWT({ iss: ISSUER, aud: RESOURCE, sub: 'ada', exp: inSeconds(600) }).encode()
    expect(await refused(`Bearer ${token}`)).toMatchObject({ error: 'invalid_token' })
    expect(await refused(`Bearer ${token}`, { jwks: new Uint8Array(32) })).toMatchObject({ error: 'invalid_token' })
  })

  test('when the public key was its secret', async () => {
    const rsa = await generateKeyPair('RS256', { extractable: true })
    const secret = new TextEncoder().encode(await exportSPKI(rsa.publicKey))
    const token = await bearer(good({}, { alg: 'HS256', kid: 'one' }).sign(secret))
    const jwks = await publish({ one: rsa })
    const { url } = await startIssuer({ one: rsa })
    expect(await refused(token, { jwks })).toMatchObject({ error: 'invalid_token' })
    expect(await refused(token, { jwks: url })).toMatchObject({ error: 'invalid_token' })
    expect(await refused(token, { jwks: KeyObject.from(rsa.publicKey) })).toMatchObject({ error: 'invalid_token' })
  })

  test('when its algorithm is not among those that were chosen', async () => {
    expect(await refused(await signed(), { algorithms: ['RS256'] })).toMatchObject({ error: 'invalid_token' })
  })

  test('when it is no JWT, without asking the issuer', async () => {
    const issuer = await startIssuer({ one: pair })
    expect(await refused('Bearer abc', { jwks: issuer.url })).toMatchObject({ error: 'invalid_token' })
    expect(issuer.asked).toBe(0)
  })

  test('when it expired longer ago than the clock tolerance', async () => {
    const auth = await createAuth({ clockTolerance: 30 })
    await auth.authenticate(toRequest(await signed({ exp: inSeconds(-10) })))
    expect(await refusal(auth.authenticate(toRequest(await signed({ exp: inSeconds(-40) }))))).toMatchObject({
      error: 'invalid_token',
    })
  })

  test('and neither it nor its claims are in the error', async () => {
    const authorization = await signed({ sub: 'ada-the-secret', exp: inSeconds(-1) })
    const text = inspect(await refused(authorization), { depth: 10, showHidden: true })
    expect(text).not.toContain(authorization.slice(20, 60))
    expect(text).not.toContain('ada-the-secret')
  })
})

describe('without a usable header', () => {
  test.each([null, '', 'Basic YTpi', 'Bearerx'])('%j is answered without an error code', async (authorization) => {
    expect(await refused(authorization)).toMatchObject({ status: 401, error: undefined })
  })

  test.each(['Bearer', 'Bearer ', 'Bearer a b', 'Bearer a, Bearer b', 'Bearer\ta', 'Bearer "a"'])(
    '%j is an invalid request',
    async (authorization) => {
      expect(await refused(authorization)).toMatchObject({ status: 401, error: 'invalid_request' })
    },
  )
})

describe('scopes', () => {
  test('that every request needs are named in the 403, and in the 401 of a caller without a token', async () => {
    const requiredScopes = ['tools', 'profile']
    const lacking = await refused(await signed({ scope: 'tools' }), { requiredScopes })
    expect(lacking).toMatchObject({ status: 403, error: 'insufficient_scope', scope: 'tools profile' })
    expect(await refused(null, { requiredScopes })).toMatchObject({ status: 401, scope: 'tools profile' })
    const auth = await createAuth({ requiredScopes })
    expect(await auth.authenticate(toRequest(await signed({ scope: 'profile tools more' })))).toMatchObject({
      scopes: ['profile', 'tools', 'more'],
    })
  })

  test('of a tool are those that scopesFor returns', async () => {
    const auth = await createAuth({ scopesFor: (tool) => (tool === 'book_flight' ? ['flights'] : []) })
    expect(auth.scopesFor?.('book_flight', 'tool')).toEqual(['flights'])
    expect(auth.scopesFor?.('greet', 'tool')).toEqual([])
  })
})

test('the metadata names the resource, its issuer and the scopes to ask for', async () => {
  expect((await createAuth({ requiredScopes: ['tools'] })).metadata).toEqual({
    resource: RESOURCE,
    authorization_servers: [ISSUER],
    scopes_supported: ['tools'],
  })
  expect((await createAuth()).metadata).not.toHaveProperty('scopes_supported')
})

describe("an issuer's keys", () => {
  test('are fetched again for a key that is new, but not more often than every thirty seconds', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const issuer = await startIssuer({ one: pair })
    const auth = await createAuth({ jwks: issuer.url })
    const rotated = await bearer(good({}, { alg: 'ES256', kid: 'two' }).sign(other.privateKey))
    await auth.authenticate(toRequest(await signed()))

    issuer.jwks = await publish({ two: other })
    expect(await refusal(auth.authenticate(toRequest(rotated)))).toMatchObject({ error: 'invalid_token' })
    expect(issuer.asked).toBe(1)

    vi.setSystemTime(Date.now() + 31_000)
    expect(await auth.authenticate(toRequest(rotated))).toMatchObject({ principal: 'https://issuer.example#sub:ada' })
    expect(await refusal(auth.authenticate(toRequest(await signed())))).toMatchObject({ error: 'invalid_token' })
    expect(issuer.asked).toBe(2)
  })

  test.each<[string, RequestListener]>([
    ['answers with an error', (_, response) => response.writeHead(500).end()],
    ['answers with garbage', (_, response) => response.end('<html>')],
    ['answers with something else', (_, response) => response.end('{"keys":"none"}')],
    ['answers with a key that is none', (_, response) => response.end(BROKEN)],
    ['sends us elsewhere', (_, response) => response.writeHead(302, { location: '/' }).end()],
    ['hangs up', (request) => request.socket.destroy()],
  ])('that %s make the token unchecked, not invalid', async (_, listener) => {
    const auth = await createAuth({ jwks: await serve(listener) })
    expect(await refusal(auth.authenticate(toRequest(await signed())))).toBeInstanceOf(AuthUnavailableError)
  })

  test('that cannot be fetched leave the token unchecked, and are fetched again', async () => {
    let up = false
    const keys = JSON.stringify(await publish({ one: pair }))
    const url = await serve((request, response) => (up ? response.end(keys) : request.socket.destroy()))
    const auth = await createAuth({ jwks: url })
    expect(await refusal(auth.authenticate(toRequest(await signed())))).toMatchObject({ status: 503 })
    up = true
    expect(await auth.authenticate(toRequest(await signed()))).toMatchObject({
      principal: 'https://issuer.example#sub:ada',
    })
  })

  test('that come too late make the token unchecked, and all callers wait for the same answer', async () => {
    let asked = 0
    const timeout = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(timeout.signal)
    onTestFinished(() => {
      vi.restoreAllMocks()
    })
    const auth = await createAuth({
      jwks: await serve(() => {
        asked++
        timeout.abort(new DOMException('too late', 'TimeoutError'))
      }),
    })
    const authorization = await signed()
    const [first, second] = [
      auth.authenticate(toRequest(authorization)),
      auth.authenticate(toRequest(authorization)),
    ].map(refusal)
    expect(await first).toBeInstanceOf(AuthUnavailableError)
    expect(await second).toBeInstanceOf(AuthUnavailableError)
    expect(asked).toBe(1)
  })
})

const BROKEN = JSON.stringify({ keys: [{ kty: 'EC', crv: 'P-256', kid: 'one', x: 'AA', y: 'AA' }] })

describe('createJwtAuth refuses', () => {
  test.each<[string, Partial<JwtAuthOptions>, string]>([
    ['an issuer with a fragment', { issuer: 'https://a.example#b' }, 'expected the issuer'],
    ['an empty issuer', { issuer: '' }, 'expected the issuer'],
    ['an audience that is no URL', { audience: 'tools' }, 'expected the resource'],
    ['an audience with a fragment', { audience: 'https://a.example/#b' }, 'expected the resource'],
    ['a short secret', { jwks: new Uint8Array(31) }, 'at least 32 bytes'],
    ['a secret algorithm for public keys', { algorithms: ['ES256', 'HS256'] }, 'cannot check HS256'],
    ['no signature at all', { algorithms: ['none'] }, 'cannot check none'],
    ['a public algorithm for a secret', { jwks: new Uint8Array(32), algorithms: ['RS256'] }, 'cannot check RS256'],
  ])('%s', async (_, options, message) => {
    await expect(createAuth(options)).rejects.toThrow(message)
  })

  test('a private key', async () => {
    await expect(createAuth({ jwks: KeyObject.from(pair.privateKey) })).rejects.toThrow('expected the public key')
  })
})
