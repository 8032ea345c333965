import assert from 'node:assert/strict'
import { AuthError, AuthUnavailableError, type Caller } from '../http/auth.ts'
import { resourceMetadataUrl, type TokenAuth } from '../mcp/core/auth.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type ContractCase, toContract } from './contract.ts'

/** An auth that takes the tokens of the contract's callers. */
export interface AuthUnderContract {
  auth: TokenAuth
  /** Returns a valid token of this caller. */
  tokenOf(caller: Caller): MaybePromise<string>
  /** Makes tokens impossible to check from now on, as when their issuer cannot be reached; absent where that cannot happen. */
  cutOff?(): MaybePromise<void>
  /** Called after the case, however it ended. */
  close?(): MaybePromise<void>
}

export interface AuthContractOptions {
  /** The scopes that every request must have. */
  requiredScopes: readonly string[]
}

/**
 * What every `TokenAuth` does. `create` returns one that has seen no token; each case has its own.
 *
 * ```ts
 * describeContract('our auth', authContract(({ requiredScopes }) => ({ auth: createOurAuth({ requiredScopes }), tokenOf: issue })))
 * ```
 */
export function authContract(
  create: (options: AuthContractOptions) => MaybePromise<AuthUnderContract>,
): ContractCase[] {
  return [
    ...toContract(cases, () => create({ requiredScopes: [] })),
    ...toContract(readCases, () => create({ requiredScopes: ['read'] })),
    ...toContract(readWriteCases, () => create({ requiredScopes: ['read', 'write'] })),
  ]
}

const ada: Caller = { principal: 'ada', scopes: ['read', 'write'] }
const bob: Caller = { principal: 'bob', scopes: ['read'] }

type Cases = Record<string, (subject: AuthUnderContract) => Promise<void>>

const cases: Cases = {
  async 'resolves to the caller of a token'({ auth, tokenOf }) {
    const first = await auth.authenticate(toRequest(`Bearer ${await tokenOf(ada)}`))
    const again = await auth.authenticate(toRequest(`Bearer ${await tokenOf(ada)}`))
    const other = await auth.authenticate(toRequest(`bearer ${await tokenOf(bob)}`))
    assert.deepEqual(again, first)
    assert.deepEqual([first.scopes, other.scopes], [ada.scopes, bob.scopes])
    // An issuer may be part of the principal.
    assert.match(first.principal, /ada/)
    assert.notEqual(other.principal, first.principal)
  },

  async 'keeps callers apart whose tokens are checked at once'({ auth, tokenOf }) {
    const tokens = [await tokenOf(ada), await tokenOf(bob)]
    const found = await Promise.all(
      Array.from({ length: 20 }, (_, i) => auth.authenticate(toRequest(`Bearer ${tokens[i % 2]}`))),
    )
    for (const [i, { principal }] of found.entries()) assert.match(principal, [/ada/, /bob/][i % 2]!)
  },

  async 'refuses a request without a token, and says where to get one'({ auth }) {
    const error = await refusalOf(auth, null)
    assert.deepEqual([error.status, error.error], [401, undefined])
    const url = resourceMetadataUrl(auth.metadata.resource)
    assert.equal(error.challenge(url), `Bearer resource_metadata="${url}"`)
  },

  async 'refuses what is not one bearer token'({ auth, tokenOf }) {
    const token = await tokenOf(ada)
    for (const header of ['', 'Bearer', 'Bearer  ', `Basic ${token}`, token, `Bearer ${token} ${token}`, 'Bearer ü']) {
      assert.equal((await refusalOf(auth, header)).status, 401, JSON.stringify(header))
    }
  },

  async 'refuses a token that is not its own, and does not repeat it'({ auth, tokenOf }) {
    const token = await tokenOf(ada)
    const flipped = token.slice(0, -3) + (token.at(-3) === 'A' ? 'B' : 'A') + token.slice(-2)
    for (const wrong of ['nobody', `${token}x`, token.slice(1), flipped, '__proto__']) {
      const error = await refusalOf(auth, `Bearer ${wrong}`)
      assert.deepEqual([error.status, error.error], [401, 'invalid_token'], wrong)
      assert.ok(!error.message.includes(wrong), 'the message repeats the token')
      assert.match(error.challenge('https://x/y'), /error="invalid_token"/)
    }
  },

  async 'says that it cannot check a token now, and does not call it invalid'({ auth, tokenOf, cutOff }) {
    if (cutOff === undefined) return
    const token = await tokenOf(ada)
    await cutOff()
    await assert.rejects(auth.authenticate(toRequest(`Bearer ${token}`)), (error) => {
      assert.ok(error instanceof AuthUnavailableError, String(error))
      assert.equal(error.status, 503)
      return true
    })
  },
}

/** Cases of an auth that requires the scope `read`. */
const readCases: Cases = {
  async 'describes its resource and the issuers of its tokens'({ auth }) {
    const { resource, authorization_servers: issuers, scopes_supported: scopes } = auth.metadata
    assert.ok(URL.canParse(resource), resource)
    assert.ok(issuers.length > 0 && issuers.every((issuer) => URL.canParse(issuer)), String(issuers))
    assert.deepEqual(scopes, ['read'])
  },
}

/** Cases of an auth that requires the scopes `read` and `write`. */
const readWriteCases: Cases = {
  async 'refuses a caller without the required scopes, and names them'({ auth, tokenOf }) {
    assert.deepEqual((await auth.authenticate(toRequest(`Bearer ${await tokenOf(ada)}`))).scopes, ada.scopes)
    const error = await refusalOf(auth, `Bearer ${await tokenOf(bob)}`)
    assert.deepEqual([error.status, error.error, error.scope], [403, 'insufficient_scope', 'read write'])
  },
}

async function refusalOf(auth: TokenAuth, authorization: string | null): Promise<AuthError> {
  try {
    const caller = await auth.authenticate(toRequest(authorization))
    throw new assert.AssertionError({ message: `expected an AuthError, got the caller ${JSON.stringify(caller)}` })
  } catch (error) {
    if (error instanceof AuthError) return error
    throw error
  }
}

const toRequest = (authorization: string | null): Request =>
  new Request('https://tools.example/mcp', authorization === null ? {} : { headers: { authorization } })
