import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { PatchError } from '../../log/client/client-errors.ts'
import type { Store } from '../../log/log.ts'
import { createMemoryStore } from '../../log/memory.ts'
import { toText } from '../../tools/message.ts'
import { createChatPage } from '../fixtures/chat-page.ts'
import { FakeVisibility } from '../fixtures/fake-visibility.ts'
import type { Patch } from '../patch.ts'
import type { ChatSnapshot } from './client-snapshot.ts'

type Page = Awaited<ReturnType<typeof createChatPage>>
type Client = ReturnType<Page['open']>

const HEARTBEAT_LOST = 45_000
const HIDDEN_LONG = 3_000

const said = ({ state }: ChatSnapshot) => state.messages.map(({ content }) => toText(content))
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => `${from + i}`)

const toPatches = (texts: readonly string[]): Patch[] =>
  texts.map((content) => ({ type: 'user_message', messageId: content, content, timestamp: 0 }))

/** Appends to a log that has no driver. */
const append = (store: Store, sessionId: string, texts: readonly string[]) =>
  store.log<Patch>('chat').append(sessionId, { events: toPatches(texts) })

async function createSession(store: Store, sessionId: string = crypto.randomUUID()): Promise<string> {
  const events: Patch[] = [{ type: 'session_info', sessionId }]
  await store.log<Patch>('chat').create(sessionId, { about: {}, events })
  return sessionId
}

const isOpen = ({ connection }: ChatSnapshot) => connection === 'open'

async function open(page: Page, sessionId: string): Promise<Client> {
  const client = page.open({ sessionId })
  expect(client.getSnapshot().connection).toBe('connecting')
  await client.until(isOpen)
  return client
}

test('events that are appended while the connection is broken arrive once and in order (N1, N2)', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  await append(page.store, sessionId, numbers(1, 3))
  const client = await open(page, sessionId)
  page.network.isDown = true
  page.network.cut()
  await client.until(({ connection }) => connection === 'reconnecting')
  await append(page.store, sessionId, numbers(4, 600))
  page.network.isDown = false
  await client.passUntil(isOpen)
  const snapshot = await client.until(({ state }) => state.lsn === 601)
  expect(said(snapshot)).toEqual(numbers(1, 600))
  expect(page.network.streams().map(({ path, headers }) => [path.split('?')[1], headers['last-event-id']])).toEqual([
    [expect.stringMatching(/^after=4&since=\d+$/), undefined],
    [expect.stringMatching(/^after=4&since=\d+$/), '4'],
  ])
  expect(client.errors).toEqual([])
})

test('no event is missing or there twice, however often the connection breaks (N1)', async () => {
  const page = await createChatPage()
  const move = fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ type: fc.constant('append' as const), count: fc.integer({ min: 1, max: 400 }) }),
    },
    fc.constant({ type: 'cut' as const }),
    fc.constant({ type: 'silence' as const }),
    fc.constant({ type: 'online' as const }),
    fc.constant({ type: 'hidden' as const }),
    fc.constant({ type: 'visible' as const }),
    fc.constant({ type: 'turn' as const }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(move, { maxLength: 12 }), async (moves) => {
      const sessionId = await createSession(page.store)
      const visibility = new FakeVisibility()
      const client = page.open({ sessionId, visibility })
      let count = 0
      for (const next of moves) {
        if (next.type === 'append') {
          await append(page.store, sessionId, numbers(count + 1, count + next.count))
          count += next.count
        } else if (next.type === 'cut') page.network.cut()
        else if (next.type === 'silence') page.network.silence()
        else if (next.type === 'online') client.online.dispatchEvent(new Event('online'))
        else if (next.type === 'turn') await client.clock.advance(250)
        else {
          visibility.become(next.type)
          await client.clock.advance(HIDDEN_LONG)
        }
      }
      visibility.become('visible')
      await expect
        .poll(async () => {
          await client.clock.advance(HEARTBEAT_LOST / 2)
          return client.getSnapshot().state.lsn
        })
        .toBe(count + 1)
      expect(said(client.getSnapshot())).toEqual(numbers(1, count))
      const places = client.seen.map(({ state }) => state.lsn)
      expect(places).toEqual(places.toSorted((a, b) => a - b))
      expect(client.errors).toEqual([])
      client.close()
    }),
    { numRuns: 40 },
  )
})

test('a silent stream counts as dead after 45 seconds (N2)', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  page.network.silence()
  await append(page.store, sessionId, ['1'])
  await client.clock.advance(HEARTBEAT_LOST - 1)
  expect(client.getSnapshot().connection).toBe('open')
  await client.clock.advance(1)
  await client.until(({ connection }) => connection === 'reconnecting')
  await client.passUntil(isOpen)
  expect(said(await client.until(({ state }) => state.lsn === 2))).toEqual(['1'])
})

test('a stream with only heartbeats stays open', async () => {
  const page = await createChatPage({ heartbeat: 5 })
  const client = await open(page, await createSession(page.store))
  let heard = 0
  page.network.forge = (text) => {
    heard++
    return text
  }
  for (let i = 1; i <= 4; i++) {
    const before = heard
    await expect.poll(() => heard).toBeGreaterThan(before + 1)
    await client.clock.advance(HEARTBEAT_LOST - 1)
  }
  expect(client.getSnapshot().connection).toBe('open')
  expect(page.network.streams()).toHaveLength(1)
})

test('a slow reader receives every event on the same stream', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  page.network.silence()
  for (let i = 0; i < 20; i++) await append(page.store, sessionId, numbers(i * 250 + 1, i * 250 + 250))
  page.network.resume()
  expect(said(await client.until(({ state }) => state.lsn === 5_001))).toEqual(numbers(1, 5_000))
  expect(page.network.streams()).toHaveLength(1)
})

test('the client connects at once when the network is back', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  page.network.isDown = true
  page.network.cut()
  await client.until(({ connection }) => connection === 'reconnecting')
  page.network.isDown = false
  client.online.dispatchEvent(new Event('online'))
  await client.until(isOpen)
})

test('the client replaces its stream when the network has changed', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  page.network.silence()
  await append(page.store, sessionId, ['1'])
  client.online.dispatchEvent(new Event('online'))
  expect(said(await client.until(({ state }) => state.lsn === 2))).toEqual(['1'])
})

test('the client retries until its server is back', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  page.network.isDown = true
  const client = page.open({ sessionId })
  await client.until(({ connection }) => connection === 'reconnecting')
  await client.clock.advance(20_000)
  expect(client.getSnapshot()).toMatchObject({ connection: 'reconnecting', refusal: undefined })
  page.network.isDown = false
  await client.passUntil(isOpen)
  expect(client.errors).toEqual([])
})

test('an event that arrives twice is applied once', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  page.network.forge = (text) => text + text
  await append(page.store, sessionId, numbers(1, 3))
  expect(said(await client.until(({ state }) => state.lsn === 4))).toEqual(['1', '2', '3'])
  page.network.forge = (text) => text
  await append(page.store, sessionId, ['4'])
  expect(said(await client.until(({ state }) => state.lsn === 5))).toEqual(['1', '2', '3', '4'])
  expect(client.errors).toEqual([])
})

test('a patch of an unknown type only advances lsn', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  const events = [{ type: 'from_the_future', messageId: 7 } as unknown as Patch, ...toPatches(['1'])]
  await page.store.log<Patch>('chat').append(sessionId, { events })
  expect(said(await client.until(({ state }) => state.lsn === 3))).toEqual(['1'])
  expect(client.errors).toEqual([])
  expect(page.network.streams()).toHaveLength(1)
})

test.each<[string, (text: string) => string]>([
  ['a malformed patch', (text) => text.replace('"content":"2"', '"content":2')],
  ['an event that is not JSON', (text) => text.replace('"content":"2"', '"content"')],
  ['an event without its place', (text) => text.replace('id: 3', 'id: x')],
  ['a missing event', (text) => text.replace('id: 3', 'id: 4')],
])('the client loads the state again after %s (N3)', async (_, forge) => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  page.network.forge = forge
  await append(page.store, sessionId, numbers(1, 3))
  await client.until(({ connection }) => connection === 'reconnecting')
  await client.passUntil(isOpen)
  expect(said(await client.until(({ state }) => state.lsn === 4))).toEqual(['1', '2', '3'])
  expect(client.errors).toEqual([expect.any(PatchError)])
})

test('the client loads the state again if the log has lost its end, as after a restored backup', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  await append(page.store, sessionId, numbers(1, 9))
  const client = await open(page, sessionId)
  const backup = createMemoryStore()
  await createSession(backup, sessionId)
  await append(backup, sessionId, ['1'])
  await page.restart([], backup)
  await client.until(({ connection }) => connection === 'reconnecting')
  await client.passUntil(isOpen)
  expect(said(client.getSnapshot())).toEqual(['1'])
})

test('the connection of a deleted session closes with the reason (N4)', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  await page.open().deleteSession(sessionId)
  await client.until(({ connection }) => connection === 'reconnecting')
  await client.passUntil(({ connection }) => connection === 'closed')
  expect(client.getSnapshot().refusal).toMatchObject({ code: 'not_found', status: 404 })
  expect(client.errors).toEqual([client.getSnapshot().refusal])
  await expect(client.send('Hi')).rejects.toMatchObject({ code: 'not_found' })
})

test('a refused client connects again only after its headers have changed', async () => {
  const token = { current: 'old' }
  const page = await createChatPage({
    auth: ({ headers }) => (headers.get('authorization') === 'new' ? 'ada' : undefined),
  })
  const asNew = page.open({ headers: { authorization: 'new' } })
  const sessionId = await asNew.createSession()
  const client = page.open({ sessionId, headers: async () => ({ authorization: token.current }) })
  await client.until(({ connection }) => connection === 'closed')
  expect(client.getSnapshot().refusal).toMatchObject({ code: 'unauthorized' })
  const asked = () => page.network.requests.filter(({ headers }) => headers.authorization === 'old')
  expect(asked()).toHaveLength(1)
  client.update({ headers: () => ({ authorization: token.current }) })
  await client.clock.advance(60_000)
  expect(asked()).toHaveLength(1)
  token.current = 'new'
  client.update({})
  expect(await client.until(isOpen)).toMatchObject({ refusal: undefined })
})

test('a client without subscribers has no connection and no timer, and goes on at its place later', async () => {
  const page = await createChatPage()
  const sessionId = await createSession(page.store)
  const client = await open(page, sessionId)
  client.close()
  expect(client.getSnapshot().connection).toBe('closed')
  await append(page.store, sessionId, numbers(1, 2))
  await client.clock.advance(60_000)
  expect(page.network.streams()).toHaveLength(1)
  onTestFinished(client.subscribe(() => {}))
  expect(said(await client.until(({ state }) => state.lsn === 3))).toEqual(['1', '2'])
  expect(page.network.requests.filter(({ path }) => !path.includes('/events'))).toHaveLength(1)
})

test('a subscriber that leaves and comes back at once keeps the connection', async () => {
  const page = await createChatPage()
  const client = await open(page, await createSession(page.store))
  client.close()
  const first = client.subscribe(() => {})
  await client.until(isOpen)
  const { length } = page.network.streams()
  first()
  const second = client.subscribe(() => {})
  await client.clock.advance(1_000)
  expect(client.getSnapshot().connection).toBe('open')
  expect(page.network.streams()).toHaveLength(length)
  second()
  await client.clock.advance(0)
  expect(client.getSnapshot().connection).toBe('closed')
})
