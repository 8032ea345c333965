import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { serveAnthropic } from '../../../../test/yo-chat/anthropic.ts'
import { Conversation } from '../fixtures/conversation.ts'
import { makeFolder, startTestApp, type TestApp } from '../fixtures/test-app.ts'
import { OfferedModels } from '../models.ts'
import { KEYED, ProviderKeys } from './provider-keys.ts'

const KEY = 'sk-ant-api03-a-key-of-the-loopback-1234'
const [anthropic, openai] = KEYED

async function serve(...keys: string[]) {
  const provider = await serveAnthropic(...keys)
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return provider
}

const fail = (error: unknown) => {
  throw error
}

/** Keys in a store of their own. */
async function open(folder: string, { secret = 's'.repeat(32), env = {} } = {}) {
  const store = await createSqliteStore(join(folder, 'store.db'))
  onTestFinished(async () => void (await store.close()))
  return ProviderKeys.open({ store, keys: [secret], env })
}

const shown = async (app: TestApp) => {
  const { keys } = await (await app.ask('/api/app/keys')).json()
  return keys[0]
}

test('a key of the environment takes precedence over one of the page, which is kept', async () => {
  const folder = makeFolder()
  const keys = await open(folder)
  await keys.set(anthropic!, KEY)
  expect(keys.env).toEqual({ ANTHROPIC_API_KEY: KEY })
  const later = await open(folder, { env: { ANTHROPIC_API_KEY: 'of-the-environment' } as object })
  expect(later.env).toEqual({ ANTHROPIC_API_KEY: 'of-the-environment' })
  const about = later.describe(anthropic!)
  expect(about).toMatchObject({ source: 'environment', variable: 'ANTHROPIC_API_KEY', hasUnused: true })
  expect(about).not.toHaveProperty('ending')
})

test('two processes change keys at the same time, and no change is lost', async () => {
  const folder = makeFolder()
  const [one, other] = [await open(folder), await open(folder)]
  await Promise.all([
    one.set(anthropic!, KEY),
    other.set(openai!, 'sk-another-key-of-the-loopback'),
    one.remove(KEYED[2]!),
  ])
  await Promise.all([one.read(), other.read()])
  expect(one.env).toEqual({ ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: 'sk-another-key-of-the-loopback' })
  expect(other.env).toEqual(one.env)
})

test('a key whose secret is gone is shown as unreadable and is not used', async () => {
  const folder = makeFolder()
  await (await open(folder)).set(anthropic!, KEY)
  const later = await open(folder, { secret: 'x'.repeat(32) })
  expect(later.describe(anthropic!)).toMatchObject({ source: 'unreadable' })
  expect(later.env).toEqual({})
  await later.set(anthropic!, KEY)
  expect(later.describe(anthropic!)).toMatchObject({ source: 'page', ending: '1234' })
})

test('a chosen model whose key is removed gives way to another one until there is a key again', async () => {
  const env = { MODEL: 'anthropic', OLLAMA_BASE_URL: 'http://127.0.0.1:1' } as object
  const keys = await open(makeFolder(), { env })
  await expect(OfferedModels.open({ choice: 'anthropic', fixed: undefined, keys, onError: fail })).rejects.toThrow(
    'needs a key; set ANTHROPIC_API_KEY. Change --model or MODEL',
  )
  await keys.set(anthropic!, KEY)
  const models = await OfferedModels.open({ choice: 'anthropic', fixed: undefined, keys, onError: fail })
  const id = 'anthropic/claude-sonnet-5-5'
  expect(models.list()[0]).toBe(id)
  await keys.remove(anthropic!)
  await models.refresh()
  expect(models.list()).toEqual(['demo'])
  expect(models.offered).toContainEqual(expect.objectContaining({ id, usable: false, needsKey: 'anthropic' }))
  await expect(models.find(id)).rejects.toThrow(`${id} needs an API key of Anthropic. Add one in the settings`)
  await keys.set(anthropic!, KEY)
  await models.refresh()
  expect(models.list()[0]).toBe(id)
})

test('the default model of an earlier change of keys is not taken for that of a later one', async () => {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  // Without a key the default model is one of Ollama, which takes its time.
  const ollama = createServer(async (_, response) => {
    asked.resolve()
    await released.promise
    response.end('{"models":[]}')
  }).listen(0, '127.0.0.1')
  await once(ollama, 'listening')
  onTestFinished(() => void ollama.close())
  const env = { OLLAMA_BASE_URL: `http://127.0.0.1:${(ollama.address() as AddressInfo).port}` } as object
  const keys = await open(makeFolder(), { env })
  const opening = OfferedModels.open({ choice: undefined, fixed: undefined, keys, onError: fail })
  await asked.promise
  await keys.set(anthropic!, KEY)
  released.resolve()
  const models = await opening
  expect(models.list()).toEqual(['demo'])
  await models.refresh()
  expect(models.list()[0]).toBe('anthropic/claude-sonnet-5-5')
})

test('a short key is shown without its end', async () => {
  const keys = await open(makeFolder())
  await keys.set(anthropic!, 'short-key')
  expect(keys.describe(anthropic!)).toMatchObject({ source: 'page' })
  expect(keys.describe(anthropic!)).not.toHaveProperty('ending')
})

test('a key that one node saves is used by another at once, and by none after it was removed', async () => {
  const provider = await serve(KEY)
  const folder = makeFolder()
  // A provider at another address may need no key, so the model is there before.
  const env = { ANTHROPIC_BASE_URL: provider.url, OLLAMA_BASE_URL: 'http://127.0.0.1:1' }
  const [one, other] = [await startTestApp({ env }, folder), await startTestApp({ env }, folder)]
  const saved = await one.send('PUT', '/api/app/keys/anthropic', { key: ` ${KEY} ` })
  expect([saved.status, await saved.json()]).toEqual([
    200,
    { key: expect.objectContaining({ source: 'page', ending: '1234' }), check: 'accepted' },
  ])
  expect(await shown(other)).toMatchObject({ source: 'page', ending: '1234' })
  const chat = await Conversation.begin(other)
  await chat.command({ type: 'send', content: 'Hello', model: 'anthropic/claude-haiku-5-5' })
  expect(await chat.next('assistant_message')).toMatchObject({ content: [{ text: 'I am claude-haiku-5-5.' }] })
  expect((await one.ask('/api/app/keys/anthropic', { method: 'DELETE' })).status).toBe(204)
  await chat.command({ type: 'send', content: 'Hello again', model: 'anthropic/claude-haiku-5-5' })
  expect(await chat.next('error')).toMatchObject({ code: 'configuration' })
  expect([...one.errors, ...other.errors]).toEqual([])
})

test.for<[string, string, unknown, number, string]>([
  ['that is refused', 'anthropic', { key: 'sk-ant-unknown-key' }, 422, 'key_refused'],
  ['with a space in it', 'anthropic', { key: 'sk-ant with a space' }, 400, 'bad_key'],
  ['that is too short', 'anthropic', { key: 'sk' }, 400, 'bad_key'],
  ['that is no text', 'anthropic', { key: 1 }, 400, 'bad_key'],
  ['of an unknown provider', 'nowhere', { key: KEY }, 404, 'provider_not_found'],
  ['of a provider without keys', 'ollama', { key: KEY }, 404, 'provider_not_found'],
  ['of a provider that has one in the environment', 'openai', { key: KEY }, 409, 'key_configured'],
])('a key %s is not saved, and the reply does not repeat it', async ([, name, body, status, code]) => {
  const provider = await serve(KEY)
  const app = await startTestApp({ env: { ANTHROPIC_BASE_URL: provider.url, OPENAI_API_KEY: 'sk-of-the-environment' } })
  const refused = await app.send('PUT', `/api/app/keys/${name}`, body)
  const text = await refused.text()
  expect([refused.status, JSON.parse(text).error.code]).toEqual([status, code])
  expect(text).not.toMatch(/sk-/)
  expect(await (await app.ask('/api/app/keys')).text()).not.toMatch(/sk-|"source":"page"/)
  expect(app.errors).toEqual([])
})

test('a provider that cannot be reached does not keep a key from being saved', async () => {
  const app = await startTestApp({ env: { ANTHROPIC_BASE_URL: 'http://127.0.0.1:1' } })
  const saved = await app.send('PUT', '/api/app/keys/anthropic', { key: KEY })
  expect(await saved.json()).toMatchObject({ check: 'unreachable', key: { source: 'page' } })
})

test('a page of another site can neither read nor change keys', async () => {
  const app = await startTestApp()
  const headers = { origin: 'https://evil.example' }
  expect((await app.send('PUT', '/api/app/keys/anthropic', { key: KEY }, headers)).status).toBe(403)
  expect((await app.ask('/api/app/keys/anthropic', { method: 'DELETE', headers })).status).toBe(403)
  expect((await app.ask('/api/app/keys', { headers })).status).toBe(403)
})
