import { join } from 'node:path'
import { keyPath } from '@sweatpants/framework/cli'
import { createInbox } from '@sweatpants/framework/inbox'
import { readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { opening, request, starting } from '../packages/roundtable/src/session/fixtures/debate.ts'
import { SessionManager } from '../packages/roundtable/src/session/session-manager.ts'
import { launchChromium } from './chromium.ts'
import { run } from './cli/command.ts'
import { type BuiltApp, startBuiltApp } from './yo-chat-looks/app.ts'
import { lookAt, SIZES } from './yo-chat-looks/look.ts'
import { scriptedModel } from './yo-chat-looks/model.ts'

let app: BuiltApp
let browser: Browser
let page: Page

beforeAll(async () => {
  app = await startBuiltApp(scriptedModel)
  browser = await launchChromium()
})

afterAll(async () => {
  await browser?.close()
  await app?.[Symbol.asyncDispose]()
})

beforeEach(async () => {
  page = await browser.newPage({ viewport: SIZES.desktop })
  page.setDefaultTimeout(10_000)
})

afterEach(() => page.close())

/** Another process asks the managers, with the store of the app. */
async function ask(id: string, quorum = 1, other: object = {}) {
  const store = createSqliteStore(join(app.folder, 'store.db'))
  const schema = {
    type: 'object',
    properties: { limit: { type: 'number', title: 'Limit in EUR' }, note: { type: 'string' } },
    required: ['limit'],
  }
  const body = {
    toolName: 'claim_expense',
    key: 'approve',
    message: 'Pay 120 EUR for a train to Oslo?',
    context: { title: 'A train to Oslo', amount: 120 },
    attempt: 1,
    schema,
    digest: id,
    event: { type: 'answer', id },
    ...other,
  }
  const questions = [{ key: id, to: ['role:manager'], quorum, answeredBy: quorum > 1 ? ['bob'] : [], body }]
  await store.log('waiting').create(id, { principal: 'eve', about: null, events: [], questions })
  const keys = readKeys(keyPath(join(app.folder, 'store.db'), '.sweatpants/yo-chat'))!
  const inbox = createInbox({ store, keys, baseUrl: app.url, audience: () => ['role:manager'] })
  return {
    /** The page of a link to the question. */
    link: async () => inbox.toLink((await inbox.list(undefined)).questions[0]!, 'ada'),
    events: () => store.log<{ result: unknown; answeredBy: string }>('waiting').read(id, 0),
    [Symbol.asyncDispose]: async () => {
      await store.log('waiting').delete(id)
      await store.close()
    },
  }
}

async function expectLooksGood(name: string) {
  expect(await lookAt(page, name, { folder: process.env.SHOTS })).toEqual([])
}

test('an inbox that is empty says what it is for', async () => {
  await page.goto(new URL('/inbox', app.url).href)
  await page.getByText('Your inbox is empty').waitFor()
  await expectLooksGood('inbox-empty')
})

test('a question that another process opens appears with a badge, and its answer is stored with its author', async () => {
  await page.goto(app.url)
  await page.getByRole('link', { name: 'Inbox', exact: true }).waitFor()
  await using first = await ask('one')
  await using _second = await ask('two', 2)
  await page.getByRole('link', { name: /^Inbox.*2 questions$/ }).click()
  await page.getByText('1 of 2 answers').waitFor()
  await expectLooksGood('inbox')
  const item = page.getByRole('article').nth(1)
  await item.getByRole('button', { name: 'Accept' }).click()
  await item.locator('.elicit-problems').waitFor()
  await item.getByLabel('Limit in EUR').fill('200')
  await item.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(1)
  await vi.waitFor(async () =>
    expect(await first.events()).toMatchObject([
      { event: { result: { action: 'accept', content: { limit: 200 } }, answeredBy: 'anyone' } },
    ]),
  )
})

test('the context requests of a debate are in the inbox of the page and of the terminal, and are answered in both', async () => {
  const file = join(app.folder, 'store.db')
  const store = createSqliteStore(file)
  onTestFinished(async () => {
    await store.log('debate').delete('session-1')
    await store.close()
  })
  const sessions = new SessionManager({ log: store.log('debate') })
  await sessions.create([{ type: 'session_start', opening: opening() }, starting()])
  const [width, age] = [request('width', { query: 'How wide is a tab?' }), request('age', { priority: 'optional' })]
  await sessions.setPendingContextRequests('session-1', [width])
  await page.goto(new URL('/inbox', app.url).href)
  const item = page.getByRole('article')
  await item.getByText('ada_1 needs to know before the debate continues: “How wide is a tab?”').waitFor()
  await item.getByText('Tabs or spaces?').waitFor()
  await expectLooksGood('inbox-debate')
  // The next one arrives while the page is open.
  await sessions.setPendingContextRequests('session-1', [width, age])
  await expect.poll(() => item.count()).toBe(2)
  const first = item.filter({ hasText: 'How wide is a tab?' })
  await first.getByLabel('Answer').fill('Four columns.')
  await first.getByRole('button', { name: 'Accept' }).click()
  await expect.poll(() => item.count()).toBe(1)
  const terminal = (...args: string[]) => run(['inbox', ...args, '--store', file])
  expect((await terminal('list')).stdout).toContain('ada_1 would like to know: “what is age?”')
  expect((await terminal('answer', '1', '--answer', '{"answer":" "}')).code).toBe(2)
  expect((await terminal('answer', '1', '--answer', '{"answer":"Ten years."}')).stdout).toContain('was saved')
  await expect.poll(() => item.count()).toBe(0)
  expect((await sessions.read('session-1')).session.contextRequests).toMatchObject([
    { answer: { success: true, result: 'Four columns.', answeredBy: 'anyone' } },
    { answer: { success: true, result: 'Ten years.', answeredBy: 'anyone' } },
  ])
})

test('an inbox of more than a page shows the rest on demand', async () => {
  await using asked = new AsyncDisposableStack()
  for (let count = 0; count < 60; count++) asked.use(await ask(`many-${count}`))
  await page.goto(new URL('/inbox', app.url).href)
  await expect.poll(() => page.getByRole('article').count()).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(60)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

const flights = [
  { id: 'SP101', departs: '07:40', arrives: '10:55', price: 129 },
  { id: 'SP205', departs: '12:15', arrives: '15:30', price: 89 },
]

/** Asks a question that has a component in the chat. */
const askFlight = (other: object = {}) =>
  ask('flight', 1, {
    toolName: 'book_flight',
    key: 'pickFlight',
    message: 'Which flight?',
    context: { trip: { from: 'BER', to: 'LIS', date: '2026-12-01' }, flights },
    schema: { type: 'object', properties: { flightId: { type: 'string' } }, required: ['flightId'] },
    ...other,
  })

test('the inbox shows a question with the component that it has in the chat, also one that has no form', async () => {
  await using question = await askFlight({ ui: 'in-app' })
  await page.goto(new URL('/inbox', app.url).href)
  await page.getByRole('group', { name: 'BER to LIS, 2026-12-01' }).waitFor()
  await expectLooksGood('inbox-component')
  await page.getByRole('button', { name: 'SP205' }).click()
  await page.getByText('Your inbox is empty').waitFor()
  expect(await question.events()).toMatchObject([
    { event: { result: { action: 'accept', content: { flightId: 'SP205' } }, answeredBy: 'anyone' } },
  ])
})

test('a question with a component can be declined in the inbox, as in the chat', async () => {
  await using question = await askFlight()
  await page.goto(new URL('/inbox', app.url).href)
  await page.getByRole('button', { name: 'Do not book' }).click()
  await page.getByText('Your inbox is empty').waitFor()
  expect(await question.events()).toMatchObject([{ event: { result: { action: 'decline' } } }])
})

test('the page of a link shows a question with the component that it has in the chat', async () => {
  await using question = await askFlight()
  await page.goto(await question.link())
  await page.getByRole('group', { name: 'BER to LIS, 2026-12-01' }).waitFor()
  await expectLooksGood('link')
  await page.getByRole('button', { name: 'SP205' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await question.events()).toMatchObject([
    { event: { result: { action: 'accept', content: { flightId: 'SP205' } }, answeredBy: 'ada' } },
  ])
})
