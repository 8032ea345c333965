/**
 * The sign-in of one principal at one MCP server. Its state is in the store only, so every process sees the same.
 *
 * S1 Tokens are sent to the MCP server that they were made for, and refresh tokens and codes to the authorization server that
 *    issued them.
 * S2 Of all processes that share the store, one refreshes at a time: an authorization server that rotates refresh tokens takes
 *    a second use for theft.
 * S3 A redirect ends the sign-in that was begun last by this principal, once.
 */

import { randomUUID } from 'node:crypto'
import {
  DpopSession,
  isStrictScopeSuperset,
  OAuthError,
  OAuthErrorCode,
  validateAuthorizationResponseIssuer,
  withDpop,
} from '@modelcontextprotocol/client'
import { defined } from '../../tools/defined.ts'
import { exportKey, importKey } from './bound-key.ts'
import { type Challenge, need, readChallenge } from './challenge.ts'
import type { Grant, SignIn, SignInOptions, SignInState } from './create-sign-in.ts'
import { SignInError, SignInNeededError } from './errors.ts'
import { createGuardedFetch } from './guarded-fetch.ts'
import {
  ATTEMPT_MS,
  beginSignIn,
  exchangeCode,
  fetchTokens,
  type Requesting,
  refreshTokens,
  revokeTokens,
  type Tokens,
} from './oauth.ts'
import { type Attempt, type SignInRecord, Vault } from './vault.ts'

/** Milliseconds before the access token expires at which it is refreshed. */
const EARLY_MS = 10_000

/** Milliseconds after which a process that fetches tokens counts as dead. It gives up before. */
const FETCH_MS = 60_000

const LOOK_AGAIN_MS = 500

/** Milliseconds after which a process that waits for a person looks again, if nothing has told it before. */
const WATCH_MS = 5_000

/** How often a person is asked to sign in for one request. */
const MAX_AUTHORIZATIONS = 2

/** The authorization server will not take these tokens again, or does not know this client any more. */
const REFUSED: readonly string[] = [
  OAuthErrorCode.InvalidGrant,
  OAuthErrorCode.InvalidClient,
  OAuthErrorCode.UnauthorizedClient,
  OAuthErrorCode.InvalidDpopProof,
]

export class OAuthSignIn implements SignIn {
  readonly url: string
  readonly patience: number
  readonly #options: SignInOptions
  readonly #grant: Grant
  readonly #vault: Vault
  #dpop: DpopSession | undefined
  #authorizing: Promise<void> | undefined

  constructor(options: SignInOptions) {
    const url = new URL(options.url)
    url.hash = ''
    this.url = url.href
    this.#options = options
    this.#grant = options.grant
    this.patience = 'authorize' in options.grant ? ATTEMPT_MS : 0
    this.#vault = new Vault(options.store, options.keys, options.principal, this.url)
  }

  async state(): Promise<SignInState> {
    const { needed, tokens, server } = await this.#vault.read()
    if (needed !== undefined) return { type: 'needed', ...(needed.scope !== undefined && { scope: needed.scope }) }
    if (tokens === undefined || server === undefined) return { type: 'signed_out' }
    if (isOver(tokens) && tokens.refresh === undefined) return { type: 'expired' }
    const { as, scope } = tokens
    return {
      type: 'signed_in',
      issuer: server.issuer,
      ...defined({ as, scope }),
    }
  }

  async begin(): Promise<URL> {
    if (this.#grant.type !== 'authorization_code') {
      throw new SignInError(`a sign-in by ${this.#grant.type} needs no person`)
    }
    const record = await this.#vault.read()
    const { redirectUrl = record.client?.redirectUrl } = this.#grant
    if (redirectUrl === undefined) throw new SignInError(`the first sign-in to ${this.url} needs a redirectUrl`)
    const { url, attempt, client } = await this.#during('begin', async () =>
      beginSignIn(await this.#requesting(), record, redirectUrl),
    )
    await this.#vault.update((current) => ({ ...current, attempt, ...(client !== undefined && { client }) }))
    return url
  }

  async finish(query: URLSearchParams): Promise<void> {
    const { server, client, ...attempt } = await this.#takeAttempt(query.get('state'))
    const iss = query.get('iss') ?? undefined
    const tokens = await this.#during('finish', async () => {
      // Before an error of the redirect is read: it may come from another authorization server.
      validateAuthorizationResponseIssuer({
        iss,
        expectedIssuer: server.metadata?.issuer,
        issParameterSupported: server.metadata?.authorization_response_iss_parameter_supported === true,
      })
      const code = query.get('code')
      if (code === null) throw new SignInError(`the authorization server says "${toCode(query.get('error'))}"`)
      return exchangeCode(await this.#requesting(), { server, client, ...attempt }, code, iss)
    })
    await this.#vault.update(({ needed: _, fetching: __, ...current }) => ({
      ...current,
      server,
      client: { ...current.client, ...client },
      tokens,
    }))
  }

  async signedIn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted()
      if ((await this.state()).type === 'signed_in') return
      await this.#vault.changed(WATCH_MS, signal)
    }
  }

  async end(): Promise<void> {
    const { server, client, tokens } = await this.#vault.read()
    await this.#vault.clear()
    if (server === undefined || client === undefined || tokens === undefined) return
    await this.#during('end', async () => revokeTokens(await this.#requesting(), server, client, tokens))
  }

  async fetch(send: typeof fetch, url: string | URL, init?: RequestInit): Promise<Response> {
    let hasReplaced = false
    for (let authorizations = 0; ; ) {
      const tokens = await this.#freshTokens()
      const response = await this.#send(send, tokens, url, init)
      const challenge = readChallenge(response)
      if (challenge === undefined) return response
      await response.body?.cancel()
      if (!hasReplaced && (await this.#replace(tokens?.access, challenge))) {
        hasReplaced = true
        continue
      }
      await this.#vault.update((record) => need(record, challenge))
      const isNew = challenge.status === 401 || isStrictScopeSuperset(challenge.scope, tokens?.scope)
      if (!isNew || authorizations++ >= MAX_AUTHORIZATIONS || !(await this.#authorize())) {
        throw new SignInNeededError(this.url, challenge.scope)
      }
    }
  }

  async #send(
    send: typeof fetch,
    tokens: Tokens | undefined,
    url: string | URL,
    init: RequestInit = {},
  ): Promise<Response> {
    if (tokens === undefined) return send(url, init)
    const headers = new Headers(init.headers)
    headers.set('authorization', `Bearer ${tokens.access}`)
    if (!tokens.isBound) return send(url, { ...init, headers })
    const dpop = await this.#bound()
    return withDpop(
      () => dpop,
      () => tokens.access,
    )(send)(url, { ...init, headers })
  }

  async #freshTokens(): Promise<Tokens | undefined> {
    const { tokens } = await this.#vault.read()
    if (tokens === undefined || !isOver(tokens)) return tokens
    await this.#replace(tokens.access)
    return (await this.#vault.read()).tokens
  }

  /** Replaces tokens without a person, in one of all processes. Resolves to whether there are other ones. */
  async #replace(stale: string | undefined, challenge?: Challenge): Promise<boolean> {
    // A refresh cannot add scopes.
    if (challenge?.status === 403 && this.#grant.type === 'authorization_code') return false
    const by = randomUUID()
    for (;;) {
      const record = await this.#vault.update((current) => {
        const { tokens, fetching } = current
        const isFree = fetching === undefined || fetching.until < Date.now()
        if (tokens?.access !== stale || !isFree || !this.#canReplace(current)) return current
        return { ...current, fetching: { by, until: Date.now() + FETCH_MS } }
      })
      if (record.tokens?.access !== stale) return record.tokens !== undefined
      if (record.fetching?.by === by)
        return this.#fetchTokens(challenge === undefined ? record : need(record, challenge))
      if (!this.#canReplace(record)) return false
      await this.#vault.changed(LOOK_AGAIN_MS)
    }
  }

  #canReplace({ tokens, server, client }: SignInRecord): boolean {
    if (this.#grant.type !== 'authorization_code') return true
    return tokens?.refresh !== undefined && server !== undefined && client !== undefined
  }

  async #fetchTokens(record: SignInRecord): Promise<boolean> {
    // The person may have ended the sign-in meanwhile, or begun another one.
    const update = (change: (current: SignInRecord) => SignInRecord) =>
      this.#vault.update((current) => {
        const { fetching, ...rest } = current
        return fetching?.by === record.fetching?.by ? change(rest) : current
      })
    try {
      const fetched = await this.#during('refresh', async () => this.#request(await this.#requesting(), record))
      await update(({ needed: _, ...current }) => ({ ...current, ...fetched }))
      return true
    } catch (error) {
      const { cause } = error as Error
      const isRefused = cause instanceof OAuthError && REFUSED.includes(cause.code)
      const { tokens } = await update((current) => (isRefused ? forget(current, cause.code) : current))
      if (isRefused && this.#grant.type === 'authorization_code') return tokens !== undefined
      throw error
    }
  }

  async #request(requesting: Requesting, record: SignInRecord): Promise<Pick<SignInRecord, 'server' | 'tokens'>> {
    if (this.#grant.type !== 'authorization_code') return fetchTokens(requesting, record, this.#grant)
    const { server, client, tokens } = record as Required<SignInRecord>
    return { tokens: await refreshTokens(requesting, server, client, { ...tokens, refresh: tokens.refresh! }) }
  }

  /** Asks the person, where the program can wait for that. Requests at the same time ask once. */
  async #authorize(): Promise<boolean> {
    if (this.#grant.type !== 'authorization_code' || this.#grant.authorize === undefined) return false
    const { authorize } = this.#grant
    this.#authorizing ??= (async () => this.finish(await authorize(await this.begin())))().finally(() => {
      this.#authorizing = undefined
    })
    await this.#authorizing
    return true
  }

  async #takeAttempt(state: string | null): Promise<Attempt> {
    let taken: Attempt | undefined
    await this.#vault.update((record) => {
      const { attempt, ...rest } = record
      taken = attempt?.state === state && attempt.expiresAt > Date.now() ? attempt : undefined
      return taken === undefined ? record : rest
    })
    if (taken === undefined)
      throw new SignInError(`no sign-in to ${this.url} has this state, or it took too long; begin again`)
    return taken
  }

  async #requesting(): Promise<Requesting> {
    return { options: this.#options, dpop: await this.#bound(), fetchFn: await createGuardedFetch(this.url) }
  }

  async #bound(): Promise<DpopSession | undefined> {
    if (this.#options.dpop) this.#dpop ??= await this.#openDpop()
    return this.#dpop
  }

  async #openDpop(): Promise<DpopSession> {
    const fresh = await exportKey()
    const { key } = await this.#vault.update((record) =>
      record.key === undefined ? { ...record, key: fresh } : record,
    )
    return DpopSession.create({ keyPair: await importKey(key!) })
  }

  async #during<T>(activity: string, request: () => Promise<T>): Promise<T> {
    try {
      return await request()
    } catch (cause) {
      const problem = cause instanceof Error ? cause.message : String(cause)
      const reason = cause instanceof TypeError && cause.cause instanceof SignInError ? cause.cause.message : problem
      throw new SignInError(`cannot ${activity} the sign-in to ${this.url}: ${reason.slice(0, 500)}`, { cause })
    }
  }
}

const isOver = ({ expiresAt }: Tokens): boolean => expiresAt !== undefined && expiresAt - EARLY_MS < Date.now()

/** Returns the record without the tokens that were refused; without the client too, if it is not known any more. */
function forget({ tokens: _, client, ...record }: SignInRecord, code: string): SignInRecord {
  const isKnown = code !== OAuthErrorCode.InvalidClient && client !== undefined
  return { ...record, needed: record.needed ?? {}, ...(isKnown && { client }) }
}

/** An error code of OAuth; the authorization server may send anything. */
const toCode = (error: string | null): string => /^[\w.-]{1,50}$/.exec(error ?? '')?.[0] ?? 'unknown error'
