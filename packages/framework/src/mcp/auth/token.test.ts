import { expect, test } from 'vitest'
import { AuthError, AuthUnavailableError, type Caller } from '../../http/auth.ts'
import { authContract } from '../../testing/auth-contract.ts'
import { describeContract } from '../../testing/vitest.ts'
import { requireScopes } from '../core/auth.ts'
import { toRequest } from './fixtures/to-request.ts'
import { createTokenAuth, matchTokens, type TokenAuthOptions } from './token.ts'

const ada = { principal: 'ada', scopes: ['read'] }

const createAuth = (options: Partial<TokenAuthOptions> = {}) =>
  createTokenAuth({
    resource: 'https://tools.example/mcp',
    authorizationServers: ['https://issuer.example'],
    verify: matchTokens({ 'token-of-ada': ada, 'token-of-bob': { principal: 'bob', scopes: [] } }),
    ...options,
  })

describeContract(
  'auth by tokens that the application checks',
  authContract(({ requiredScopes }) => {
    const callers = new Map<string, Caller>()
    let isCutOff = false
    return {
      auth: createAuth({
        requiredScopes,
        verify(token) {
          if (isCutOff) throw new Error('connection refused')
          return callers.get(token)
        },
      }),
      tokenOf(caller) {
        const token = `token-of-${caller.principal}-0123456789`
        callers.set(token, caller)
        return token
      },
      cutOff() {
        isCutOff = true
      },
    }
  }),
)

test('the holder of a known token is let in', async () => {
  expect(await createAuth().authenticate(toRequest('Bearer token-of-ada'))).toEqual(ada)
})

test.each(['token-of-ad', 'token-of-adaa', '__proto__', 'constructor'])(
  'the unknown token %s is refused',
  async (token) => {
    await expect(createAuth().authenticate(toRequest(`Bearer ${token}`))).rejects.toMatchObject({
      name: 'AuthError',
      status: 401,
      error: 'invalid_token',
    })
  },
)

test('scopes that are required are asked for', async () => {
  const auth = createAuth({ requiredScopes: ['read'] })
  expect(await auth.authenticate(toRequest('Bearer token-of-ada'))).toEqual(ada)
  await expect(auth.authenticate(toRequest('Bearer token-of-bob'))).rejects.toMatchObject({
    status: 403,
    scope: 'read',
  })
})

test('clients are told which scopes they may request beyond those that every request needs', () => {
  const { metadata } = createAuth({ requiredScopes: ['read'], scopesSupported: ['read', 'write'] })
  expect(metadata).toMatchObject({ scopes_supported: ['read', 'write'] })
})

test("a refusal of the verifier's own is passed on", async () => {
  const refusal = new AuthError('invalid_token', 'revoked')
  const auth = createAuth({ verify: () => Promise.reject(refusal) })
  await expect(auth.authenticate(toRequest('Bearer x'))).rejects.toBe(refusal)
})

test('a verifier that breaks leaves the token unchecked, with the cause', async () => {
  const cause = new Error('connection refused')
  const auth = createAuth({
    verify() {
      throw cause
    },
  })
  const error = await auth.authenticate(toRequest('Bearer x')).catch((thrown) => thrown)
  expect(error).toBeInstanceOf(AuthUnavailableError)
  expect(error).toMatchObject({ status: 503, cause })
})

test('the scopes of a tool are enough or an error that names what is missing', () => {
  requireScopes(['read', 'write'], ['write'])
  requireScopes([], [])
  expect(() => requireScopes(['read'], ['read', 'write'])).toThrow('the token lacks write')
})
