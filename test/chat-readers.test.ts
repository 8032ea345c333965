import { type ChatState, createChat, createMemoryStore } from '@sweatpants/framework/chat'
import { resolveModel } from '@sweatpants/framework/models'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GatedModel } from './chat-readers/gated-model.ts'
import { startServer } from './chat-readers/server-process.ts'
import { openSlowTab } from './chat-readers/slow-tab.ts'
import { Tab } from './chat-readers/tab.ts'
import type { SentEvent } from './read-events.ts'

async function ask<T>(url: string, body?: unknown): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  const post = body !== undefined && { method: 'POST', headers, body: JSON.stringify(body) }
  const response = await fetch(url, { ...post })
  expect(response.ok).toBe(true)
  return response.json() as Promise<T>
}

async function createSession(server: string): Promise<string> {
  const { sessionId } = await ask<{ sessionId: string }>(`${server}/api/chat/sessions`, {})
  return sessionId
}

const count = (seen: readonly SentEvent[], type: string): number =>
  seen.filter(({ data }) => JSON.parse(data).type === type).length

const places = (seen: readonly SentEvent[]): number[] => seen.map(({ lsn }) => lsn)

describe('a session in which the model speaks', () => {
  let open: AsyncDisposableStack
  let model: GatedModel
  let server: string
  let sessionId: string
  beforeEach(async () => {
    open = new AsyncDisposableStack()
    model = new GatedModel()
    const chat = open.use(await createChat({ store: createMemoryStore(), models: [await resolveModel(model)] }))
    ;({ url: server } = await chat.listen())
    sessionId = await createSession(server)
  })
  afterEach(() => open.disposeAsync())

  async function openTab(from?: ChatState): Promise<Tab> {
    const tab = new Tab(server, sessionId, from)
    await tab.connect()
    open.defer(() => tab.disconnect())
    return tab
  }

  const send = (commandId: string) =>
    ask(`${server}/api/chat/sessions/${sessionId}/commands`, { type: 'send', commandId, content: 'Go on' })

  /** Pieces of an answer; each is shown before the next one is said. */
  async function speak(tab: Tab, ...pieces: string[]): Promise<void> {
    for (const piece of pieces) {
      await model.say(piece)
      await tab.until(() => tab.text.endsWith(piece))
    }
  }

  const readState = async () => (await ask<{ state: ChatState }>(`${server}/api/chat/sessions/${sessionId}`)).state

  const until = (tab: Tab, turns: number) => tab.until((seen) => count(seen, 'turn_end') === turns)

  test('shows two tabs the same, also one that was opened in mid-stream', async () => {
    const first = await openTab()
    await send('one')
    await speak(first, 'To be ', 'or ')
    const second = await openTab()
    await second.until(() => second.text === 'To be or ')
    await speak(first, 'not ')
    await second.until(() => second.text === 'To be or not ')
    await model.finish()
    for (const tab of [first, second]) await until(tab, 1)

    expect(second.seen).toEqual(first.seen)
    expect(places(first.seen)).toEqual(first.seen.map((_, index) => index + 1))
    for (const tab of [first, second]) expect(tab.state).toEqual(await readState())
  })

  test('goes on after a reload in mid-stream, from the state that was loaded', async () => {
    const before = await openTab()
    await send('one')
    await speak(before, 'To be ', 'or ')
    await before.disconnect()
    const state = await readState()
    expect(state.messages.at(-1)).toMatchObject({ status: 'streaming' })
    const after = await openTab(state)
    // What was said between the last append and the reload comes with the next append.
    await speak(after, 'not ')
    expect(after.text).toBe('To be or not ')
    await model.finish()
    await until(after, 1)

    expect(places(after.seen)).toEqual(after.seen.map((_, index) => state.lsn + 1 + index))
    expect(after.state).toEqual(await readState())
    const whole = await openTab()
    await until(whole, 1)
    expect(whole.state).toEqual(after.state)
    expect(whole.text).toBe('To be or not ')
  })

  test('is given without a gap or a repeat to one that was offline for a while', async () => {
    const always = await openTab()
    const sometimes = await openTab()
    await send('one')
    await speak(always, 'To be ')
    await sometimes.until(() => sometimes.text === 'To be ')
    await sometimes.disconnect()
    const place = sometimes.seen.length

    await speak(always, 'or ')
    await model.finish()
    await until(always, 1)
    await send('two')
    await speak(always, 'not ')
    expect(sometimes.seen).toHaveLength(place)
    await sometimes.connect()
    await sometimes.until(() => sometimes.text === 'not ')
    await model.finish()
    for (const tab of [always, sometimes]) await until(tab, 2)

    expect(sometimes.seen).toEqual(always.seen)
    expect(sometimes.state).toEqual(always.state)
  })
})

const MEGABYTE = 1024 * 1024

test('events that a slow reader has not read wait in the log, not in memory', async () => {
  await using server = await startServer()
  const sessionId = await createSession(server.url)
  const slow = await openSlowTab(server.url, sessionId)
  const fast = new Tab(server.url, sessionId)
  await fast.connect()
  const before = await server.ask({ type: 'measure' })

  const patches = 8_000
  const after = await server.ask({ type: 'append', sessionIds: [sessionId], patches, size: 8 * 1024 })
  expect(held(after) - held(before)).toBeLessThan(8 * MEGABYTE)

  const seen = await slow.catchUp(patches + 1)
  await fast.until(({ length }) => length === patches + 1)
  await fast.disconnect()
  expect(seen).toEqual(fast.seen)
  expect(places(seen)).toEqual(seen.map((_, index) => index + 1))
})

test('a reader that waits costs less than 50 kB, and is given what comes', async () => {
  await using server = await startServer()
  const sessionIds = await Promise.all(Array.from({ length: 500 }, () => createSession(server.url)))
  const openAll = async () => {
    const tabs = sessionIds.flatMap((sessionId) => [new Tab(server.url, sessionId), new Tab(server.url, sessionId)])
    await Promise.all(tabs.map((tab) => tab.connect()))
    await Promise.all(tabs.map((tab) => tab.until(({ length }) => length === 1)))
    return tabs
  }
  const before = await server.ask({ type: 'measure' })
  const tabs = await openAll()
  const after = await server.ask({ type: 'measure' })
  for (const grown of [after.rss - before.rss, held(after) - held(before)])
    expect(grown / tabs.length).toBeLessThan(50_000)

  await server.ask({ type: 'append', sessionIds, patches: 1, size: 1 })
  await Promise.all(tabs.map((tab) => tab.until(({ length }) => length === 2)))
  for (const tab of tabs) expect(places(tab.seen)).toEqual([1, 2])
  await Promise.all(tabs.map((tab) => tab.disconnect()))
})

const held = ({ heapUsed, external }: NodeJS.MemoryUsage): number => heapUsed + external
