import { join } from 'node:path'
import { keyPath } from '@sweatpants/framework/cli'
import { createInbox } from '@sweatpants/framework/inbox'
import { readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { launchChromium } from './chromium.ts'
import { type BuiltApp, startBuiltApp } from './yo-chat-looks/app.ts'
import { lookAt, SIZES } from './yo-chat-looks/look.ts'
import { scriptedModel } from './yo-chat-looks/model.ts'

vi.setConfig({ testTimeout: 60_000 })

let app: BuiltApp
let browser: Browser
let page: Page

beforeAll(async () => {
  app = await startBuiltApp(scriptedModel)
  browser = await launchChromium()
}, 120_000)

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

test('an inbox of more than a page shows the rest on demand', async () => {
  await using asked = new AsyncDisposableStack()
  for (let count = 0; count < 60; count++) asked.use(await ask(`many-${count}`))
  await page.goto(new URL('/inbox', app.url).href)
  await expect.poll(() => page.getByRole('article').count()).toBe(50)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => page.getByRole('article').count()).toBe(60)
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0)
})

test('the page of a link shows a question with the component that it has in the chat', async () => {
  const flights = [
    { id: 'SP101', departs: '07:40', arrives: '10:55', price: 129 },
    { id: 'SP205', departs: '12:15', arrives: '15:30', price: 89 },
  ]
  await using question = await ask('flight', 1, {
    toolName: 'book_flight',
    key: 'pickFlight',
    message: 'Which flight?',
    context: { trip: { from: 'BER', to: 'LIS', date: '2026-12-01' }, flights },
    schema: { type: 'object', properties: { flightId: { type: 'string' } }, required: ['flightId'] },
  })
  await page.goto(await question.link())
  await page.getByRole('group', { name: 'BER to LIS, 2026-12-01' }).waitFor()
  await expectLooksGood('link')
  await page.getByRole('button', { name: 'SP205' }).click()
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  expect(await question.events()).toMatchObject([
    { event: { result: { action: 'accept', content: { flightId: 'SP205' } }, answeredBy: 'ada' } },
  ])
})
