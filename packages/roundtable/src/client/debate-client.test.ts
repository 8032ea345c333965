import { RefusedError, UnreachableError } from '@sweatpants/framework/chat'
import { expect, test } from 'vitest'
import { askFirst, say } from '../debate/fixtures/fake-table.ts'
import { hasEnded } from '../http/fixtures/served-table.ts'
import type { RoundtableEvent } from '../session/event.ts'
import { type DebateSnapshot, readSession } from './debate-store.ts'
import { openPage } from './fixtures/page.ts'

const TIME = '2026-11-15T13:00:00.000Z'
const topic = 'Tabs or spaces?'
const isOpen = ({ connection }: DebateSnapshot) => connection === 'open'
const isReconnecting = ({ connection }: DebateSnapshot) => connection === 'reconnecting'
const isPaused = ({ session }: DebateSnapshot) => session?.status === 'paused'
const isPlayed = ({ session }: DebateSnapshot) => session !== undefined && hasEnded(1)(session)

/** A debate whose first round is over, and a page that follows it. */
async function openPlayed() {
  const page = openPage()
  const { sessionId } = await page.client.start({ topic, rounds: 2 })
  await page.until(sessionId, hasEnded(1))
  const store = page.open(sessionId)
  await store.shown(isOpen)
  const append = (...events: object[]) =>
    page.log.append(sessionId, { events: events.map((event) => ({ ...event, timestamp: TIME }) as RoundtableEvent) })
  return { ...page, sessionId, store, append }
}

test('a page starts a debate, follows it, answers a required request, continues and stops', async () => {
  const { client, open } = openPage({
    ada: askFirst('How wide?', 'required', say('Tabs.')),
    bob: () => say('Spaces.'),
  })
  expect((await client.agents()).modes.length).toBeGreaterThan(1)
  const { sessionId, round } = await client.start({ topic, rounds: 3 })
  expect(round).toBe(1)
  const store = open(sessionId)
  const { session } = await store.shown(isPlayed)
  const [request] = session!.pendingContextRequests
  await expect(client.continue(sessionId)).rejects.toMatchObject({ status: 409, code: 'context_required' })
  const result = { requestId: request!.id, success: true, result: 'Four.' }
  expect(await client.answerContext(sessionId, [result])).toEqual({ ignored: [], pending: [] })
  expect(await client.continue(sessionId, { focusQuestion: 'And in Make?' })).toEqual({ round: 2, ignored: [] })
  const { session: later } = await store.shown(({ session }) => session && hasEnded(2)(session))
  expect(later!.rounds[1]).toMatchObject({ focusQuestion: 'And in Make?', contextIds: [request!.id] })
  expect((await client.synthesize(sessionId)).synthesis?.round).toBe(2)
  expect(await client.control(sessionId, 'stop')).toMatchObject({ status: 'completed', endReason: 'stopped' })
  await store.shown(({ session }) => session?.status === 'completed')
  expect(await client.list()).toMatchObject([{ id: sessionId, status: 'completed' }])
})

test('a snapshot equals the session of the server, and is another object only after a change', async () => {
  const { store, read, sessionId } = await openPlayed()
  const snapshot = store.getSnapshot()
  expect(snapshot).toEqual({ connection: 'open', session: readSession(await read(sessionId)) })
  expect(store.getSnapshot()).toBe(snapshot)
})

test('an exported debate is imported, and the client knows the URL of the export', async () => {
  const { client, sessionId, send } = await openPlayed()
  const url = client.exportUrl(sessionId, 'json')
  expect(url).toBe(`http://localhost/api/roundtable/sessions/${sessionId}/export?format=json`)
  const exported = await (await send(url.replace('http://localhost/api/roundtable', ''))).text()
  expect(await openPage().client.import(exported)).toEqual({ sessionId })
})

test('a repeated start command starts one debate', async () => {
  const { client } = openPage()
  const input = { topic, rounds: 1, commandId: 'c1' }
  const first = await client.start(input)
  expect(await client.start(input)).toEqual(first)
  expect((await client.start({ topic, rounds: 1 })).sessionId).not.toBe(first.sessionId)
})

test('a broken connection is opened again after the last seen place', async () => {
  const { network, clock, store, append, read, sessionId } = await openPlayed()
  const { lsn } = await read(sessionId)
  network.isDown = true
  network.cut()
  await store.shown(isReconnecting)
  await append({ type: 'session_pause' })
  await clock.advance(10_000)
  expect(store.getSnapshot()).toMatchObject({ connection: 'reconnecting', session: { status: 'active' } })
  network.isDown = false
  await clock.advance(10_000)
  await store.shown(isPaused)
  const place = `GET /sessions/${sessionId}/events?after=${lsn}`
  expect([...new Set(network.asked)]).toEqual(['POST /sessions', `GET /sessions/${sessionId}`, place])
  expect(store.getSnapshot()).toMatchObject({ connection: 'open', session: (await read(sessionId)).session })
})

test('a silent connection is closed and opened again', async () => {
  const { network, clock, store, append } = await openPlayed()
  network.isSilent = true
  await append({ type: 'session_pause' })
  await clock.advance(44_000)
  expect(store.getSnapshot()).toMatchObject({ connection: 'open', session: { status: 'active' } })
  network.isSilent = false
  await clock.advance(1_000)
  await store.shown(isReconnecting)
  await clock.advance(250)
  await store.shown(isPaused)
})

test('an unknown event of a newer server is skipped, and its place is counted', async () => {
  const { network, clock, store, append, read, sessionId } = await openPlayed()
  const { lsn } = await read(sessionId)
  // The reducer of this server does not know it either, so only the page is given it.
  network.forge = (text) => text.replace('session_resume', 'session_applaud')
  const before = store.getSnapshot()
  await append({ type: 'session_resume' }, { type: 'session_pause' })
  const { session } = await store.shown(isPaused)
  expect(session).toMatchObject({ responses: before.session!.responses })
  network.cut()
  await store.shown(isReconnecting)
  await clock.advance(250)
  await store.shown(isOpen)
  expect(network.asked.at(-1)).toBe(`GET /sessions/${sessionId}/events?after=${lsn + 2}`)
})

test.for<[string, (text: string) => string]>([
  ['is not JSON', (text) => text.replace('{', '{{')],
  ['leaves one out', (text) => text.replace(/^id: (\d+)/, (_, id) => `id: ${Number(id) + 1}`)],
])('a page whose stream %s loads the debate again', async ([, forge]) => {
  const { network, clock, store, append, sessionId } = await openPlayed()
  network.forge = forge
  await append({ type: 'session_pause' })
  await store.shown(isReconnecting)
  network.forge = (text) => text
  network.asked.length = 0
  await clock.advance(250)
  await store.shown((snapshot) => isPaused(snapshot) && isOpen(snapshot))
  expect(network.asked[0]).toBe(`GET /sessions/${sessionId}`)
})

test('a refused connection is closed, and the snapshot has the refusal', async () => {
  const { open, network, clock } = openPage()
  const { connection, refusal } = await open('nobody').shown(({ refusal }) => refusal)
  expect([connection, refusal]).toEqual(['closed', expect.any(RefusedError)])
  expect(refusal).toMatchObject({ status: 404, code: 'not_found' })
  await clock.advance(60_000)
  expect(network.asked).toEqual(['GET /sessions/nobody'])
})

test('a closed store sends no more requests', async () => {
  const { store, network, clock, append } = await openPlayed()
  store.close()
  expect(store.getSnapshot()).toMatchObject({ connection: 'closed', session: { status: 'active' } })
  network.asked.length = 0
  await append({ type: 'session_pause' })
  await clock.advance(60_000)
  expect([network.asked, store.getSnapshot().session?.status]).toEqual([[], 'active'])
})

test('an unreachable server and a refusal are different errors', async () => {
  const { client, network } = openPage()
  await expect(client.start({ topic: '' })).rejects.toThrow(RefusedError)
  network.isDown = true
  await expect(client.list()).rejects.toThrow(UnreachableError)
})

test('a hidden page does not follow its debate, and catches up when it is visible again', async () => {
  const document = Object.assign(new EventTarget(), { visibilityState: 'visible' })
  const { client, open, until, clock, network } = openPage(undefined, document)
  const { sessionId } = await client.start({ topic, rounds: 2 })
  await until(sessionId, hasEnded(1))
  const store = open(sessionId)
  await store.shown(isOpen)
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  clock.advance(10_000)
  await store.shown(({ connection }) => connection === 'paused')
  await client.control(sessionId, 'pause')
  document.visibilityState = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await store.shown(isPaused)
  expect(network.asked.filter((asked) => asked.includes('/events'))).toHaveLength(2)
})
