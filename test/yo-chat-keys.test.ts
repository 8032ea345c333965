import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type RunningApp, startApp } from '../apps/yo-chat/server/start-app.ts'
import { findViolations } from './accessibility.ts'
import { type FakeAnthropic, serveAnthropic } from './yo-chat/anthropic.ts'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { MortalServer } from './yo-chat/mortal-server.ts'
import { Person } from './yo-chat/person.ts'
import { useBrowser } from './yo-chat/use-browser.ts'
import { lookAt, SIZES } from './yo-chat-looks/look.ts'

const KEY = 'sk-ant-api03-a-key-of-the-loopback-1234'
const WRONG = 'sk-ant-api03-a-key-that-is-refused-9999'

const browser = useBrowser()
const folder = mkdtempSync(join(tmpdir(), 'yo-chat-keys-'))
const errors: unknown[] = []
let provider: FakeAnthropic
let app: RunningApp

beforeAll(async () => {
  provider = await serveAnthropic(KEY)
  vi.stubGlobal('fetch', provider.fetch)
  app = await startApp({
    port: 0,
    host: '127.0.0.1',
    store: join(folder, 'store.db'),
    env: { OLLAMA_BASE_URL: 'http://127.0.0.1:1' },
    dist: await findBuiltPage(),
    onError: (error) => errors.push(error),
  })
})
afterAll(async () => {
  await app?.close()
  vi.unstubAllGlobals()
  await provider?.[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})

const visit = async (path = '') => new Person(await browser.open(`${app.url}${path}`))

test('a model that needs a key leads to the settings, where a key is tested, saved, used and removed', async () => {
  const person = await visit()
  const { page } = person
  const field = page.getByRole('textbox', { name: 'API key of Anthropic' })
  const item = page.getByRole('listitem').filter({ hasText: 'Anthropic' })
  const model = page.getByRole('combobox', { name: 'Model' })
  for (const size of ['phone', 'desktop'] as const) {
    await page.setViewportSize(SIZES[size])
    await model.click()
    await page.getByRole('group', { name: 'Ready' }).getByRole('option', { name: 'Demo model (offline)' }).waitFor()
    expect(await lookAt(page, 'model-menu', { folder: process.env.SHOTS, sizes: [size] })).toEqual([])
    await page.keyboard.press('Escape')
  }
  await model.click()
  const needsKey = page.getByRole('group', { name: /^Needs an API key/ })
  await needsKey.getByRole('option', { name: /claude-sonnet/ }).click()

  await field.waitFor()
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true)
  await field.fill(WRONG)
  await page.keyboard.press('Enter')
  await item.getByText('Anthropic does not accept this key. It was not saved.').waitFor()
  await field.fill(KEY)
  await page.keyboard.press('Enter')
  await item.getByText('Saved. The key works.').waitFor()
  await item.getByText('Set, ends in …1234').waitFor()
  await field.waitFor({ state: 'detached' })
  expect(await lookAt(page, 'settings', { folder: process.env.SHOTS })).toEqual([])
  expect(await page.content()).not.toContain(KEY)
  await page.setViewportSize({ width: 1280, height: 800 })

  const { candidates } = await (await fetch(`${app.url}api/roundtable/agents`)).json()
  expect(candidates).toContainEqual(expect.objectContaining({ model: 'anthropic/claude-sonnet-5-5', usable: true }))
  await page.getByRole('link', { name: 'Chats' }).click()
  await person.say('Hello')
  await person.hears('I am claude-sonnet-5-5.')
  provider.accepted.delete(KEY)
  await person.say('Hello again')
  await page.getByText('answered 401: invalid x-api-key: [API key]').waitFor()
  const { pathname } = new URL(page.url())
  await page.getByRole('link', { name: 'Check the API key' }).click()
  await page.getByRole('button', { name: 'Test the key of Anthropic' }).click()
  await item.getByText('The provider does not accept this key.').waitFor()

  await page.getByRole('button', { name: 'Remove the key of Anthropic' }).click()
  await page
    .getByRole('dialog', { name: 'Remove the key of Anthropic?' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await item.getByText('Not set').waitFor()
  await field.waitFor()
  await page.getByRole('link', { name: 'Chats' }).click()
  await person.sees('Demo model.')

  const exported = await fetch(`${app.url}api/app/sessions/${pathname.replace('/c/', '')}/export?format=json`)
  const stored = globSync('store.db*', { cwd: folder }).map((name) => readFileSync(join(folder, name), 'latin1'))
  for (const text of [await exported.text(), inspect(errors, { depth: 10 }), ...stored]) {
    expect(text).not.toContain(KEY)
    expect(text).not.toContain(WRONG)
  }
  provider.accepted.add(KEY)
})

test('a key that is saved in one tab is known in the others when the person returns to them', async () => {
  const chatting = await visit()
  const debating = await visit('debates/new')
  const { page } = await visit('settings')
  const ready = chatting.page.getByRole('group', { name: 'Ready' }).getByRole('option', { name: /claude-sonnet/ })
  const seat = debating.page.getByRole('option', { name: 'anthropic/claude-sonnet-5-5', exact: true })
  await debating.page.getByText(/4 panellists/).click()
  await debating.page.getByRole('combobox', { name: 'Model of panellist 1' }).waitFor()
  expect([await ready.count(), await seat.count()]).toEqual([0, 0])
  await page.getByRole('textbox', { name: 'API key of Anthropic' }).fill(KEY)
  await page.keyboard.press('Enter')
  await page.getByText('Saved. The key works.').waitFor()
  for (const tab of [chatting, debating])
    await tab.page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await chatting.page.getByRole('combobox', { name: 'Model' }).click()
  await ready.waitFor()
  await expect.poll(() => seat.count()).toBeGreaterThan(0)
  await fetch(`${app.url}api/app/keys/anthropic`, { method: 'DELETE' })
})

test('the settings are shown at an address that is no encoded text', async () => {
  const { page } = await visit('settings#%')
  await page.getByRole('listitem').filter({ hasText: 'Anthropic' }).waitFor()
})

test('the settings are shown once the server can be reached', async () => {
  const { page } = await visit()
  await page.route('**/api/app/keys', (route) => route.abort())
  const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/keys'))
  await page.goto(`${app.url}settings`)
  await refused
  await page.unrouteAll()
  await page.getByRole('listitem').filter({ hasText: 'Anthropic' }).waitFor()
})

test('any model is chosen by its name, and the page says what a name lacks', async () => {
  await fetch(`${app.url}api/app/keys/anthropic`, {
    method: 'PUT',
    body: JSON.stringify({ key: KEY }),
    headers: { 'content-type': 'application/json' },
  })
  const person = await visit()
  const { page } = person
  const field = page.getByRole('textbox', { name: 'Another model' })
  await page.getByRole('combobox', { name: 'Model' }).press('ArrowDown')
  await person.tabTo(field)
  await page.keyboard.type('nowhere/model')
  await page.keyboard.press('Enter')
  await person.sees('There is no provider “nowhere”.')
  await field.fill('openai/gpt-5')
  await page.keyboard.press('Enter')
  await person.sees('openai/gpt-5 needs an API key of OpenAI.')
  expect(await findViolations(page)).toEqual([])
  expect(await page.getByRole('link', { name: 'Add the key' }).getAttribute('href')).toBe('/settings#openai')
  await field.fill('anthropic/claude-haiku-5-5')
  await person.press('Use')
  await page.getByRole('combobox', { name: 'Model' }).getByText('anthropic/claude-haiku-5-5').waitFor()
  await person.say('Hello')
  await person.hears('I am claude-haiku-5-5.')
  expect(provider.asked).toContain('claude-haiku-5-5')
})

test('a key that was saved is there after the server was killed', async () => {
  vi.stubEnv('ANTHROPIC_BASE_URL', provider.url)
  await using server = new MortalServer({ store: join(folder, 'killed.db'), dist: folder })
  await server.start()
  const keyOfAnthropic = async () => {
    const { keys } = await (await fetch(`${server.url}api/app/keys`)).json()
    return keys.find((key: { provider: string }) => key.provider === 'anthropic')
  }
  expect(await keyOfAnthropic()).toMatchObject({ source: 'none' })
  const saved = await fetch(`${server.url}api/app/keys/anthropic`, {
    method: 'PUT',
    body: JSON.stringify({ key: KEY }),
    headers: { 'content-type': 'application/json' },
  })
  expect([saved.status, await saved.json()]).toEqual([200, expect.objectContaining({ check: 'accepted' })])
  await server.kill()
  await server.start()
  expect(await keyOfAnthropic()).toMatchObject({ source: 'page', ending: '1234' })
  const checked = await fetch(`${server.url}api/app/keys/anthropic/check`, {
    method: 'POST',
    body: '{}',
    headers: { 'content-type': 'application/json' },
  })
  expect(await checked.json()).toMatchObject({ check: 'accepted' })
  vi.unstubAllEnvs()
})
