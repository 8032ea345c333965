import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createMemoryStore } from '../../log/memory.ts'
import { createSignIn, type SignIn, type SignInOptions } from './create-sign-in.ts'
import { SignInNeededError } from './errors.ts'
import { type ProtectedResource, startProtectedResource } from './fixtures/authorization-server.ts'

const REDIRECT = 'http://127.0.0.1:1/signed-in'
const KEYS = ['k'.repeat(32)]

let resource: ProtectedResource
let store: ReturnType<typeof createMemoryStore>

beforeEach(async () => {
  resource = await startProtectedResource()
  store = createMemoryStore()
})
afterEach(() => {
  vi.useRealTimers()
  return resource[Symbol.asyncDispose]()
})

const create = (options: Partial<SignInOptions> = {}): Promise<SignIn> =>
  createSignIn({
    url: resource.url,
    grant: { type: 'authorization_code', redirectUrl: REDIRECT },
    store,
    keys: KEYS,
    principal: 'ada',
    ...options,
  })

const get = async (signIn: SignIn) => (await signIn.fetch(fetch, resource.url)).text()

async function signedIn(options?: Partial<SignInOptions>): Promise<SignIn> {
  const signIn = await create(options)
  await signIn.finish(await resource.authorize(await signIn.begin()))
  return signIn
}

test('a person signs in, and every process that shares the store is signed in', async () => {
  const signIn = await create()
  expect(await signIn.state()).toEqual({ type: 'signed_out' })
  await expect(get(signIn)).rejects.toEqual(new SignInNeededError(resource.url, 'read'))
  expect(await signIn.state()).toEqual({ type: 'needed', scope: 'read' })
  const address = await signIn.begin()
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    code_challenge_method: 'S256',
    resource: resource.url,
    redirect_uri: REDIRECT,
    scope: 'read',
  })
  // Another process receives the redirect.
  await (await create()).finish(await resource.authorize(address))
  expect(await get(signIn)).toBe('protected')
  expect(await signIn.state()).toMatchObject({ type: 'signed_in', scope: 'read' })
})

test('a sign-in is bound to its principal, its server and the keys, and encrypted in the store', async () => {
  const signIn = await signedIn()
  expect(await (await create({ principal: 'bob' })).state()).toEqual({ type: 'signed_out' })
  expect(await (await create({ url: `${resource.url}/other` })).state()).toEqual({ type: 'signed_out' })
  expect(await (await create({ keys: ['x'.repeat(32)] })).state()).toEqual({ type: 'signed_out' })
  expect(await signIn.state()).toMatchObject({ type: 'signed_in' })
  const [kept] = await store.log('mcp-sign-ins').list('ada')
  expect(kept?.register).toMatch(/^sign-in1\./)
  expect(JSON.stringify(kept)).not.toMatch(/token|http/)
})

test('tokens that are refused are refreshed once by all processes', async () => {
  const processes = await Promise.all([signedIn(), create(), create()])
  resource.expire()
  resource.tokenRequests.length = 0
  expect(await Promise.all(processes.flatMap((signIn) => [get(signIn), get(signIn)]))).toEqual(
    Array(6).fill('protected'),
  )
  expect(resource.tokenRequests.map((params) => params.get('grant_type'))).toEqual(['refresh_token'])
})

test('tokens that have expired are refreshed before they are sent', async () => {
  resource.answers.expiresIn = 1
  const signIn = await signedIn()
  resource.answers.expiresIn = 3600
  expect(await get(signIn)).toBe('protected')
  expect(resource.tokenRequests.map((params) => params.get('grant_type'))).toEqual([
    'authorization_code',
    'refresh_token',
  ])
})

test('a refresh token that is revoked asks for a new sign-in; a server that fails does not', async () => {
  const signIn = await signedIn()
  resource.expire()
  resource.answers.refusal = { status: 503, body: 'later' }
  await expect(get(signIn)).rejects.toThrow('cannot refresh the sign-in')
  expect(await signIn.state()).toMatchObject({ type: 'signed_in' })
  resource.answers.refusal = { status: 400, body: '{"error":"invalid_grant"}' }
  await expect(get(signIn)).rejects.toThrow(SignInNeededError)
  expect(await signIn.state()).toMatchObject({ type: 'needed' })
})

test('a request for more scopes asks the person once more, and keeps the scopes that were granted', async () => {
  const signIn = await signedIn()
  resource.answers.scope = 'read write'
  await expect(get(signIn)).rejects.toEqual(new SignInNeededError(resource.url, 'read write'))
  const address = await signIn.begin()
  expect(address.searchParams.get('scope')).toBe('read write')
  await signIn.finish(await resource.authorize(address))
  expect(await get(signIn)).toBe('protected')
})

test('a person who is there is asked at once, and not again for what was granted', async () => {
  const asked: string[] = []
  const authorize = async (address: URL) => {
    asked.push(address.searchParams.get('scope')!)
    return resource.authorize(address)
  }
  const signIn = await create({ grant: { type: 'authorization_code', redirectUrl: REDIRECT, authorize } })
  expect(await Promise.all([get(signIn), get(signIn)])).toEqual(['protected', 'protected'])
  expect(asked).toEqual(['read'])
})

test('a redirect with another state is refused, and one that came is not taken twice', async () => {
  const signIn = await create()
  const query = await resource.authorize(await signIn.begin())
  const forged = new URLSearchParams({ code: query.get('code')!, state: 'forged' })
  await expect(signIn.finish(forged)).rejects.toThrow('no sign-in')
  await expect(signIn.finish(new URLSearchParams({ code: query.get('code')! }))).rejects.toThrow('no sign-in')
  await signIn.finish(query)
  await expect(signIn.finish(query)).rejects.toThrow('no sign-in')
  await expect((await create({ principal: 'bob' })).finish(query)).rejects.toThrow('no sign-in')
})

test('a redirect that comes after ten minutes is refused', async () => {
  const signIn = await create()
  const query = await resource.authorize(await signIn.begin())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * 60_000 + 1 })
  await expect(signIn.finish(query)).rejects.toThrow('no sign-in')
})

test.each([
  ['another issuer', 'https://evil.example'],
  ['no issuer', undefined],
])('a redirect of %s is refused before its code is sent (mix-up)', async (_, iss) => {
  const signIn = await create()
  const query = await resource.authorize(await signIn.begin())
  query.delete('iss')
  if (iss !== undefined) query.set('iss', iss)
  await expect(signIn.finish(query)).rejects.toThrow('Issuer mismatch')
  expect(resource.tokenRequests).toEqual([])
})

test('metadata of another server or issuer is refused', async () => {
  const signIn = await create()
  resource.answers.resource = { resource: 'https://other.example/mcp' }
  await expect(signIn.begin()).rejects.toThrow('is about another server')
  resource.answers.resource = {}
  resource.answers.metadata = { issuer: 'https://other.example' }
  await expect(signIn.begin()).rejects.toThrow('Issuer mismatch')
})

test('a registered client is sent to its own authorization server only', async () => {
  const registered = { id: 'ours', secret: 'secret', issuer: 'https://login.example' }
  await expect(create({ client: { registered } }).then((signIn) => signIn.begin())).rejects.toThrow('is registered at')
})

describe('tokens that are refreshed while the person', () => {
  let signIn: SignIn
  let getting: Promise<string>
  let answer: () => void

  beforeEach(async () => {
    signIn = await signedIn()
    resource.expire()
    resource.tokenRequests.length = 0
    const { promise, resolve } = Promise.withResolvers<void>()
    resource.answers.until = promise
    answer = resolve
    getting = get(signIn)
    await vi.waitFor(() => expect(resource.tokenRequests).toHaveLength(1))
    delete resource.answers.until
  })

  test('ends the sign-in are not kept', async () => {
    await signIn.end()
    answer()
    await expect(getting).rejects.toThrow(SignInNeededError)
    expect(await signIn.state()).toMatchObject({ type: 'needed' })
  })

  test('signs in again do not replace the new ones', async () => {
    await signIn.finish(await resource.authorize(await signIn.begin()))
    // The refresh token is that of the sign-in before.
    answer()
    expect(await getting).toBe('protected')
    expect(await signIn.state()).toMatchObject({ type: 'signed_in' })
    expect(resource.tokenRequests).toHaveLength(2)
  })
})

test('the end of a sign-in deletes the tokens, and revokes them', async () => {
  const signIn = await signedIn()
  await signIn.end()
  expect(await signIn.state()).toEqual({ type: 'signed_out' })
  expect(await store.log('mcp-sign-ins').list('ada')).toEqual([])
  expect(resource.revoked).toHaveLength(1)
})

test('a client that proves itself by HTTP Basic does so when it revokes, and a refused revocation is an error', async () => {
  resource.answers.metadata = { token_endpoint_auth_methods_supported: ['client_secret_basic'] }
  resource.answers.basic = `Basic ${btoa('app:s:cret')}`
  const signIn = await signedIn({ client: { registered: { id: 'app', secret: 's:cret' } } })
  await signIn.end()
  expect(resource.revoked).toHaveLength(1)
  const other = await signedIn({ client: { registered: { id: 'other', secret: 's:cret' } } })
  await expect(other.end()).rejects.toThrow('the authorization server answered 401')
  expect(await other.state()).toEqual({ type: 'signed_out' })
})
