import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  Client,
  type ClientCapabilities,
  StreamableHTTPClientTransport,
  type StreamableHTTPClientTransportOptions,
} from '@modelcontextprotocol/client'
import { afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createInbox } from '../inbox/create-inbox.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { createSqliteStore } from '../stores/sqlite.ts'
import { createMcpTool } from '../tools/builder.ts'
import { UrlElicitationRequiredError } from './core/errors.ts'
import type { McpResource } from './core/resource.ts'
import { serveMcp } from './serve.ts'

const KEYS = ['a key that all servers of this test share']
const PAGE = 'https://pay.example/checkout'
const cleanups: (() => unknown)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** Sends the person to a page, and waits for its report. */
async function serve(
  store: Store = createMemoryStore(),
  inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://inbox.example' }),
) {
  const reportTo = Promise.withResolvers<string>()
  const pay = createMcpTool('pay')
    .elicits({ pay: { mode: 'url', response: z.object({ amount: z.number() }) } })
    .execute(function* (_, ctx) {
      const url = yield* ctx.signalUrl('pay')
      yield* ctx.step('checkout', () => reportTo.resolve(url))
      const paid = yield* ctx.elicit('pay', { message: 'Pay in your browser', url: PAGE })
      return paid.action === 'accept' ? `paid ${paid.content.amount}` : paid.action
    })
    .build()
  let isSignedIn = false
  const files: McpResource = {
    uri: 'files://all',
    name: 'files',
    read() {
      if (isSignedIn) return 'a.txt'
      isSignedIn = true
      throw new UrlElicitationRequiredError([{ message: 'Sign in to see your files', url: PAGE }])
    },
  }
  const server = serveMcp({ name: 'test', version: '1', tools: [pay], resources: [files], store, keys: KEYS, inbox })
  const { url, close } = await server.listen()
  const stop = () => Promise.all([server.close(), close()])
  cleanups.push(stop)
  const report = async (amount: number) => inbox.sendSignal(await reportTo.promise, { amount })
  return { url, report, stop, reportUrl: reportTo.promise }
}

type Params = { mode?: string; url?: string; message: string; elicitationId?: string; requestedSchema?: unknown }

async function connect(
  url: string,
  era: '2025' | '2026',
  elicitation: ClientCapabilities['elicitation'],
  onAsked?: () => void,
  options?: StreamableHTTPClientTransportOptions,
) {
  const mode = era === '2025' ? ('legacy' as const) : { pin: '2026-07-28' as const }
  const capabilities: ClientCapabilities = elicitation === undefined ? {} : { elicitation }
  const client = new Client({ name: 'browser', version: '1' }, { capabilities, versionNegotiation: { mode } })
  const asked: Params[] = []
  const completed: string[] = []
  const logged: unknown[] = []
  client.setNotificationHandler('notifications/message', ({ params }) => void logged.push(params.data))
  if (elicitation !== undefined) {
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params as Params)
      onAsked?.()
      return { action: 'accept' }
    })
    client.setNotificationHandler('notifications/elicitation/complete', ({ params }) => {
      completed.push(params.elicitationId)
    })
  }
  await client.connect(new StreamableHTTPClientTransport(new URL(url), options))
  cleanups.push(() => client.close())
  const call = (name: string, args: Record<string, unknown> = {}) => client.callTool({ name, arguments: args })
  const read = () => client.readResource({ uri: 'files://all' })
  return { call, read, asked, completed, logged }
}

describe.each(['2025', '2026'] as const)('a client of %s that opens pages', (era) => {
  it.each([{ form: {}, url: {} }, { url: {} }])('is sent to the page and gets the result (%j)', async (elicitation) => {
    const { url, report } = await serve()
    const { call, asked, completed } = await connect(url, era, elicitation, () => void report(7))
    expect(await call('pay')).toMatchObject({ content: [{ text: 'paid 7' }] })
    expect(asked).toMatchObject([{ mode: 'url', message: 'Pay in your browser', url: PAGE }])
    expect(asked[0]).not.toHaveProperty('requestedSchema')
    if (era === '2026') expect(asked[0]).not.toHaveProperty('elicitationId')
    // A client without forms runs its calls in rounds, which outlive the session and cannot notify it.
    else if ('form' in elicitation) await expect.poll(() => completed).toEqual([asked[0]!.elicitationId])
    else expect(asked[0]!.elicitationId).toEqual(expect.any(String))
  })

  it('gets the error of the specification if it has only forms', async () => {
    const { url } = await serve()
    const { call, asked } = await connect(url, era, { form: {} })
    await expect(call('pay')).rejects.toMatchObject({
      code: -32021,
      message: expect.stringContaining('URL elicitation mode is not supported by sweatpants.'),
      data: { requiredCapabilities: { elicitation: { url: {} } } },
    })
    expect(asked).toEqual([])
  })

  it('reads the address in words if it cannot be asked at all', async () => {
    const { url, report } = await serve()
    const { call } = await connect(url, era, undefined)
    const { structuredContent } = (await call('pay')) as {
      structuredContent: { call: string; message: string; questions: { url: string }[] }
    }
    expect(structuredContent.message).toContain(`do not open it yourself:\n${PAGE}`)
    expect(structuredContent.questions).toMatchObject([{ id: 'pay', url: PAGE }])
    await report(3)
    const answer = { call: structuredContent.call, answers: { pay: {} } }
    expect(await call('answer_question', answer)).toMatchObject({ content: [{ text: 'paid 3' }] })
  })
})

it('a client of 2025 is told that the page is done, also by the next process of its session', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pages-'))
  cleanups.push(() => rmSync(folder, { recursive: true }))
  let address = ''
  const start = async () => {
    const store = createSqliteStore(join(folder, 'store.db'))
    const inbox = createInbox({ store, keys: KEYS, baseUrl: 'http://inbox.example' })
    const served = await serve(store, inbox)
    address = served.url
    return { ...served, inbox }
  }
  const first = await start()
  const reconnectionOptions = {
    initialReconnectionDelay: 50,
    maxReconnectionDelay: 200,
    reconnectionDelayGrowFactor: 1,
    maxRetries: 100,
  }
  // As a proxy in front of both.
  const fetchNewest = async (url: string | URL, init?: RequestInit) =>
    fetch(new URL(new URL(url).pathname, address), init)
  const elicitation = { form: {}, url: {} }
  const options = { fetch: fetchNewest, reconnectionOptions }
  const { call, asked, completed, logged } = await connect(first.url, '2025', elicitation, undefined, options)
  const result = call('pay')
  // The server has the consent, and waits for the page.
  await expect.poll(() => logged).toHaveLength(1)
  const report = await first.reportUrl
  await first.stop()
  const second = await start()
  await second.inbox.sendSignal(report, { amount: 9 })
  expect(await result).toMatchObject({ content: [{ text: 'paid 9' }] })
  await expect.poll(() => completed).toEqual([asked[0]!.elicitationId])
})

describe('a resource that needs a page first', () => {
  it('fails with -32042 in 2025, with the page in its data', async () => {
    const { read } = await connect((await serve()).url, '2025', { url: {} })
    const page = { mode: 'url', url: PAGE, message: 'Sign in to see your files', elicitationId: expect.any(String) }
    await expect(read()).rejects.toMatchObject({ code: -32042, data: { elicitations: [page] } })
    expect(await read()).toMatchObject({ contents: [{ text: 'a.txt' }] })
  })

  it('asks in 2026, and is read again', async () => {
    const { read, asked } = await connect((await serve()).url, '2026', { url: {} })
    expect(await read()).toMatchObject({ contents: [{ text: 'a.txt' }] })
    expect(asked).toMatchObject([{ mode: 'url', url: PAGE, message: 'Sign in to see your files' }])
  })

  it.each(['2025', '2026'] as const)('fails with -32021 for a client of %s that opens no pages', async (era) => {
    const { read } = await connect((await serve()).url, era, { form: {} })
    await expect(read()).rejects.toMatchObject({ code: -32021 })
  })
})
