import { expect, onTestFinished, test, vi } from 'vitest'
import { createTool } from '../../tools/browser-tool.ts'
import { toText } from '../../tools/message.ts'
import { createChatPage, type ServerGiven } from '../fixtures/chat-page.ts'
import { FakeVisibility } from '../fixtures/fake-visibility.ts'
import type { ChatSnapshot } from './client-snapshot.ts'
import type { ChatClientOptions } from './conversations.ts'

const GRACE = 3_000

const halted = vi.fn()
const pickCard = createTool('pick_card')
  .handoff({
    *before() {
      return ['ace', 'king']
    },
    *client(cards, ctx) {
      try {
        return yield* ctx.render((_: { cards: string[]; onRespond: (card: string) => void }) => null, { cards })
      } finally {
        halted()
      }
    },
    *after(_, card) {
      return `picked ${card}`
    },
  })
  .build()
const picking = { tools: [pickCard], script: [{ calls: [{ name: 'pick_card', input: {} }] }, 'Done.'] }

const said = ({ state }: ChatSnapshot) => state.messages.map(({ content }) => toText(content))
const isOpen = ({ connection }: ChatSnapshot) => connection === 'open'
const isPaused = ({ connection }: ChatSnapshot) => connection === 'paused'

/** A page that can be hidden, of a session that another page has open too. */
async function openPage(given: ServerGiven = {}, options: ChatClientOptions = {}) {
  const page = await createChatPage({ script: ['One.', 'Two.'], ...given })
  const other = page.open()
  const sessionId = await other.createSession()
  const visibility = new FakeVisibility()
  const streams = new Set<AbortSignal>()
  const watch = (url: string, init: RequestInit) => {
    if (url.includes('/events')) streams.add(init.signal!)
    return fetch(url, init)
  }
  const client = page.open({ sessionId, visibility, fetch: watch, ...options })
  return {
    page,
    other,
    visibility,
    client,
    streams,
    openStreams: () => [...streams].filter(({ aborted }) => !aborted).length,
    async hide() {
      visibility.become('hidden')
      await client.clock.advance(GRACE)
      await client.until(isPaused)
    },
  }
}

test('a hidden page has no stream, and goes on at its place when it is visible again (N1, N2)', async () => {
  const { client, other, page, visibility, hide, openStreams } = await openPage()
  await client.until(isOpen)
  expect(openStreams()).toBe(1)
  await hide()
  expect(openStreams()).toBe(0)
  const { lsn } = client.getSnapshot().state
  await other.send('Hi')
  await other.rested()
  await client.clock.advance(60_000)
  expect(client.getSnapshot()).toMatchObject({ connection: 'paused', refusal: undefined, state: { lsn } })
  const { length } = page.network.requests
  visibility.become('visible')
  await client.until(isOpen)
  expect(said(await client.rested())).toEqual(['Hi', 'One.'])
  expect(page.network.requests.slice(length)).toMatchObject([{ headers: { 'last-event-id': `${lsn}` } }])
  expect(client.seen.map(({ connection }) => connection)).not.toContain('reconnecting')
  expect(client.errors).toEqual([])
})

test('a page that is visible again after its session was deleted and created again shows the new session', async () => {
  const { client, other, page, visibility, hide } = await openPage()
  const { sessionId } = await client.until(isOpen)
  await other.send('Old')
  await other.rested()
  await client.until((snapshot) => said(snapshot).includes('One.'))
  await hide()
  const session = page.openBeside(sessionId!)
  await session.delete()
  await session.create()
  // More events than the page has read.
  for (let event = 0; event < 20; event++) await session.command({ type: 'configure', title: `New ${event}` })
  visibility.become('visible')
  await client.until(({ connection }) => connection === 'reconnecting')
  await client.clock.advance(10_000)
  const shown = await client.until(({ state }) => state.title === 'New 19')
  expect(said(shown)).toEqual([])
  expect(client.errors).toEqual([])
})

test('a page that is hidden for a moment keeps its stream', async () => {
  const { client, page, visibility } = await openPage()
  await client.until(isOpen)
  const { length } = page.network.requests
  visibility.become('hidden')
  await client.clock.advance(GRACE - 1)
  visibility.become('visible')
  await client.clock.advance(GRACE)
  expect(client.getSnapshot().connection).toBe('open')
  expect(page.network.requests).toHaveLength(length)
})

test('a page that is visible again before its stream has closed opens a new one', async () => {
  const { client, other, visibility, streams } = await openPage()
  await client.until(isOpen)
  for (const stream of streams) stream.addEventListener('abort', () => visibility.become('visible'))
  visibility.become('hidden')
  await client.clock.advance(GRACE)
  await client.until(isOpen)
  await other.send('Hi')
  expect(said(await client.rested())).toEqual(['Hi', 'One.'])
  expect(client.seen.map(({ connection }) => connection)).not.toContain('reconnecting')
})

test('a page that starts hidden loads the state, and opens a stream when it is visible', async () => {
  const { page, other } = await openPage()
  await other.send('Hi')
  const { sessionId } = await other.rested()
  const visibility = new FakeVisibility('hidden')
  const { length } = page.network.streams()
  const client = page.open({ sessionId, visibility })
  expect(said(await client.until(isPaused))).toEqual(['Hi', 'One.'])
  expect(page.network.streams()).toHaveLength(length)
  visibility.become('visible')
  await client.until(isOpen)
})

test('a message of a hidden page is delivered and shown once', async () => {
  const { client, visibility, hide } = await openPage()
  await client.until(isOpen)
  await hide()
  expect(await client.send('Hi')).toMatchObject({ type: 'taken' })
  expect(client.getSnapshot().sending).toMatchObject([{ content: 'Hi' }])
  visibility.become('visible')
  const snapshot = await client.rested()
  expect(said(snapshot)).toEqual(['Hi', 'One.'])
  expect(client.getSnapshot().sending).toEqual([])
})

test('a hidden page can start a conversation', async () => {
  const { client, visibility, hide, openStreams } = await openPage()
  await client.until(isOpen)
  await hide()
  client.open()
  expect(await client.send('Hi')).toMatchObject({ type: 'taken' })
  await client.until(isPaused)
  expect(openStreams()).toBe(0)
  visibility.become('visible')
  expect(said(await client.rested())).toEqual(['Hi', 'One.'])
})

test('a question of a hidden page can be answered, and is unchanged when the page is visible again', async () => {
  const { client, page, visibility, hide } = await openPage(picking, { plugins: [pickCard.plugin] })
  await client.send('Pick')
  const { toolEmissions } = await client.until((now) => now.toolEmissions.length > 0)
  await hide()
  visibility.become('visible')
  await client.until(isOpen)
  await hide()
  expect(client.getSnapshot().toolEmissions).toBe(toolEmissions)
  client.respondToEmission(toolEmissions[0]!.callId, toolEmissions[0]!.emissionId, 'king')
  await expect.poll(() => page.network.commands().at(-1)!.type).toBe('elicit_response')
  visibility.become('visible')
  expect(Object.values((await client.rested()).state.toolCalls)).toMatchObject([{ result: 'picked king' }])
})

test('a question that was answered elsewhere halts its handler when the page is visible again', async () => {
  const { client, other, visibility, hide } = await openPage(picking, { plugins: [pickCard.plugin] })
  await client.send('Pick')
  const { pendingElicits } = await client.until((now) => now.toolEmissions.length > 0)
  await hide()
  const { callId, elicitId } = pendingElicits[0]!
  await other.respondToElicit(callId, elicitId, { action: 'accept', content: 'ace' })
  await other.rested()
  halted.mockClear()
  expect(client.getSnapshot().toolEmissions).toHaveLength(1)
  visibility.become('visible')
  expect((await client.rested()).toolEmissions).toEqual([])
  expect(halted).toHaveBeenCalledOnce()
})

test('a hidden page does not retry a server that is down until the page is visible', async () => {
  const { client, page, visibility, hide } = await openPage()
  await client.until(isOpen)
  page.network.isDown = true
  page.network.cut()
  await client.until(({ connection }) => connection === 'reconnecting')
  await hide()
  page.network.isDown = false
  await client.clock.advance(60_000)
  client.online.dispatchEvent(new Event('online'))
  await client.clock.advance(60_000)
  expect(client.getSnapshot().connection).toBe('paused')
  visibility.become('visible')
  await client.until(isOpen)
})

test('a hidden page that is closed leaves nothing open and can start again', async () => {
  const { client, visibility, hide, openStreams } = await openPage()
  await client.until(isOpen)
  await hide()
  client.close()
  expect(client.getSnapshot().connection).toBe('closed')
  expect(visibility.watchers).toBe(0)
  visibility.become('visible')
  await client.clock.advance(60_000)
  expect([client.getSnapshot().connection, openStreams()]).toEqual(['closed', 0])
  onTestFinished(client.subscribe(() => {}))
  await client.until(isOpen)
})

test('a subscriber that leaves a hidden page and comes back at once changes nothing', async () => {
  const { client, page, visibility, hide } = await openPage()
  client.close()
  const leave = client.subscribe(() => {})
  await client.until(isOpen)
  await hide()
  const { length } = page.network.requests
  leave()
  const leaveAgain = client.subscribe(() => {})
  await client.clock.advance(1_000)
  expect(client.getSnapshot().connection).toBe('paused')
  expect(page.network.requests).toHaveLength(length)
  visibility.become('visible')
  await client.until(isOpen)
  leaveAgain()
  await client.clock.advance(0)
  expect([client.getSnapshot().connection, visibility.watchers]).toEqual(['closed', 0])
})
