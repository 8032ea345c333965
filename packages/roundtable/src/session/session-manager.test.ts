import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerQuestion, listQuestions } from '@sweatpants/framework/inbox'
import { createMemoryStore } from '@sweatpants/framework/log'
import { createEncryptedStore } from '@sweatpants/framework/stores/encrypted'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Opening, RoundtableEvent } from './event.ts'
import { consensus, opening, request, response, starting } from './fixtures/debate.ts'
import { expectPendingToSurvive, expectWritersToAgree } from './fixtures/reopened-store.ts'
import { SessionManager } from './session-manager.ts'

function createManager() {
  let time = Date.parse('2026-11-15T12:00:00.000Z')
  const log = createMemoryStore({ now: () => time }).log<RoundtableEvent>('debate')
  const manager = new SessionManager({ log, now: () => time })
  return {
    log,
    manager,
    create: (given: Partial<Opening> = {}) => manager.create([{ type: 'session_start', opening: opening(given) }]),
    advance: (ms: number) => (time += ms),
  }
}

const answered = { type: 'response_add', response: response() } as const

test('an appended happening gets its time, and the session is what the log reduces to', async () => {
  const { manager, create, advance } = createManager()
  expect(await create()).toMatchObject({ createdAt: '2026-11-15T12:00:00.000Z' })
  advance(1_000)
  expect(await manager.append('session-1', [starting(), answered])).toBe(3)
  const { session, head } = await manager.load('session-1')
  expect(head).toBe(3)
  expect(session.responses).toMatchObject([{ agentId: 'ada_1', timestamp: '2026-11-15T12:00:01.000Z' }])
})

test('a session keeps what JSON keeps, before it is stored too', async () => {
  const { manager, create } = createManager()
  const toolUses = [{ name: 'fact_check', input: { claim: undefined, count: Number.NaN }, result: new Date(0) }]
  const { state } = manager.draft([
    { type: 'session_start', opening: opening() },
    starting(),
    { type: 'response_add', response: response({ toolUses }) },
  ])
  expect(state.session.responses[0]!.toolUses).toStrictEqual([
    { name: 'fact_check', input: { count: null }, result: '1970-01-01T00:00:00.000Z' },
  ])
  await create()
  await manager.append('session-1', [starting(), { type: 'response_add', response: response({ toolUses }) }])
  expect((await manager.load('session-1')).session).toStrictEqual(state.session)
})

test('a long log is read once: the next process reads on from a snapshot', async () => {
  const { manager, create, log } = createManager()
  await create()
  const happenings = Array.from({ length: 999 }, (_, i) => ({
    type: 'context_request' as const,
    request: request(`r${i}`),
  }))
  await manager.append('session-1', happenings)
  const before = await new SessionManager({ log }).load('session-1')
  expect(before).toMatchObject({ head: 1_000, session: { contextRequests: { length: 999 } } })
  const read = vi.spyOn(log, 'read')
  expect(await new SessionManager({ log }).load('session-1')).toEqual(before)
  expect(read.mock.calls.map(([, after]) => after)).toEqual([999])
})

test('an unknown session and the session of another principal are not found', async () => {
  const { manager, create } = createManager()
  await create({ principal: 'me' })
  expect((await manager.load('session-1', 'me')).session.principal).toBe('me')
  for (const [id, principal] of [
    ['session-1', 'you'],
    ['session-1', undefined],
    ['session-2', 'me'],
  ] as const) {
    await expect(manager.load(id, principal)).rejects.toMatchObject({ name: 'RoundtableError', code: 'not_found' })
  }
  await expect(manager.append('session-2', [starting()])).rejects.toMatchObject({ code: 'not_found' })
})

test('a session that is deleted during a command is not found', async () => {
  const { manager, create, log } = createManager()
  await create()
  const append = log.append.bind(log)
  vi.spyOn(log, 'append').mockImplementationOnce(async (...given) => {
    await log.delete('session-1')
    return append(...given)
  })
  await expect(manager.append('session-1', [starting()])).rejects.toMatchObject({ code: 'not_found' })
})

test('a second session with the same id is refused', async () => {
  const { create } = createManager()
  await create()
  const refusal = { code: 'invalid', message: expect.stringContaining('session-1 exists already') }
  await expect(create()).rejects.toMatchObject(refusal)
  await expect(create({ principal: 'you' })).rejects.toMatchObject(refusal)
})

test('a repeated command is appended once, and resolves to the place of the first', async () => {
  const { manager, create } = createManager()
  await create()
  expect(await manager.append('session-1', [starting()], 'c1')).toBe(2)
  await manager.append('session-1', [answered])
  expect(await manager.append('session-1', [starting()], 'c1')).toBe(2)
  expect((await manager.load('session-1')).head).toBe(3)
})

test('a command is decided again when another one was appended first', async () => {
  const { manager, create } = createManager()
  await create()
  const seen: string[] = []
  await manager.command('session-1', async ({ session }) => {
    seen.push(session.status)
    if (seen.length === 1) await manager.append('session-1', [{ type: 'session_pause' }])
    return [{ type: 'session_stop' }]
  })
  expect(seen).toEqual(['active', 'paused'])
  expect(await manager.list(undefined)).toMatchObject([{ status: 'completed' }])
})

test('writers that append at once lose nothing of each other', async () => {
  await expectWritersToAgree([createMemoryStore()])
  const store = createSqliteStore(':memory:')
  await expectWritersToAgree([store])
  await store.close()
})

test('a list shows the state of each session, the latest first, and reads only the logs of sessions with pending requests', async () => {
  const { manager, create, log, advance } = createManager()
  await create({ id: 'old' })
  await create({ id: 'foreign', principal: 'you' })
  advance(1_000)
  await create()
  await manager.append('session-1', [
    starting(),
    { type: 'response_add', response: response() },
    { type: 'context_request', request: request('r1', { priority: 'optional' }) },
    { type: 'round_end', round: 1, consensus: consensus({ decision: { answer: 'Tabs.', probability: 0.7 } }) },
  ])
  const read = vi.spyOn(log, 'read')
  const listed = await manager.list(undefined)
  expect(listed.map(({ id }) => id)).toEqual(['session-1', 'old'])
  expect(listed[0]).toEqual({
    id: 'session-1',
    topic: 'Tabs or spaces?',
    mode: 'collaborative',
    status: 'in_progress',
    currentRound: 1,
    totalRounds: 3,
    agentIds: ['ada_1', 'bob_1'],
    pendingContextRequests: 1,
    decision: 'Tabs.',
    outcome: 'unknown',
    createdAt: '2026-11-15T12:00:01.000Z',
    updatedAt: '2026-11-15T12:00:01.000Z',
  })
  expect(await manager.list(undefined, { limit: 1 })).toHaveLength(1)
  expect(await manager.list('you')).toMatchObject([{ id: 'foreign' }])
  expect(new Set(read.mock.calls.map(([id]) => id))).toEqual(new Set(['session-1']))
})

test('a request that was answered or cleared does not become pending again', async () => {
  const { manager, create } = createManager()
  await create()
  const requests = [request('a'), request('b'), request('c')]
  await manager.setPendingContextRequests('session-1', requests)
  await manager.append('session-1', [{ type: 'context_answer', result: { requestId: 'a', success: true } }])
  await manager.clearFulfilledContextRequests('session-1', ['b'])
  await manager.setPendingContextRequests('session-1', requests)
  expect((await manager.getPendingContextRequests('session-1')).map(({ id }) => id)).toEqual(['c'])
})

test('an answer is kept for the round that will use it when its request is no longer pending', async () => {
  const { manager, create } = createManager()
  await create()
  await manager.setPendingContextRequests('session-1', [request('a'), request('b')])
  await manager.append('session-1', [{ type: 'context_answer', result: { requestId: 'a', success: true } }])
  await manager.setPendingContextRequests('session-1', [])
  const { contextRequests } = (await manager.load('session-1')).session
  expect(contextRequests).toMatchObject([
    { id: 'a', isCleared: false, answer: { success: true } },
    { id: 'b', isCleared: true },
  ])
})

test('a command that changes nothing is not written', async () => {
  const { manager, create, log } = createManager()
  await create()
  await manager.setPendingContextRequests('session-1', [request('a'), request('a')])
  const append = vi.spyOn(log, 'append')
  await manager.setPendingContextRequests('session-1', [request('a')])
  await manager.clearFulfilledContextRequests('session-1', ['unknown'])
  expect(append).not.toHaveBeenCalled()
  expect(await manager.getPendingContextRequests('session-1')).toHaveLength(1)
})

test('context requests of another session are refused', async () => {
  const { manager, create } = createManager()
  await create()
  const foreign = request('a', { sessionId: 'session-2' })
  await expect(manager.setPendingContextRequests('session-1', [foreign])).rejects.toMatchObject({ code: 'invalid' })
  expect(await manager.getPendingContextRequests('session-1')).toEqual([])
})

test('pending requests in a SQLite file survive the process', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'roundtable-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  await expectPendingToSurvive({
    open: () => createSqliteStore(join(directory, 'debates.sqlite')),
    close: (store) => store.close(),
  })
})

test('pending requests in memory are seen by other managers', async () => {
  const store = createMemoryStore()
  await expectPendingToSurvive({ open: () => store, close: () => {} })
})

test('the list of debates counts an answer of the inbox before a server drives its debate', async () => {
  const store = createMemoryStore()
  const manager = new SessionManager({ log: store.log('debate') })
  await manager.create([{ type: 'session_start', opening: opening() }, starting()])
  await manager.setPendingContextRequests('session-1', [request('width'), request('age')])
  expect(await manager.list(undefined)).toMatchObject([{ pendingContextRequests: 2 }])
  const { questions } = await listQuestions(store)
  for (const [i, { id }] of questions.entries()) {
    await answerQuestion(store, { id, answer: { action: 'accept', content: { answer: 'Four.' } } })
    expect(await manager.list(undefined)).toMatchObject([{ pendingContextRequests: 1 - i }])
  }
})

test('a debate with open requests whose key is missing does not hide the others from the list', async () => {
  const file = createSqliteStore(':memory:')
  onTestFinished(() => file.close())
  const [old, fresh] = ['o', 'f'].map((letter) => letter.repeat(32)) as [string, string]
  const manage = async (...keys: string[]) =>
    new SessionManager({ log: (await createEncryptedStore(file, keys)).log('debate') })
  const before = await manage(old)
  for (const id of ['lost', 'known'])
    await before.create([{ type: 'session_start', opening: opening({ id, topic: id }) }])
  const after = await manage(fresh, old)
  await after.setPendingContextRequests('lost', [{ ...request('width'), sessionId: 'lost' }])
  await after.append('known', [{ type: 'session_rename', title: 'Known' }])
  const manager = await manage(fresh)
  const listed = await manager.list(undefined)
  expect(listed.map(({ topic, pendingContextRequests }) => [topic, pendingContextRequests])).toEqual([
    ['known', 0],
    ['lost', 1],
  ])
  await expect(manager.load('lost')).rejects.toThrow('the store cannot be read with the keys of this server')
})

test('a debate that is deleted and imported again in another process is the imported one', async () => {
  const store = createMemoryStore()
  const [one, other] = [0, 1].map(() => new SessionManager({ log: store.log('debate') })) as [
    SessionManager,
    SessionManager,
  ]
  await one.create([{ type: 'session_start', opening: opening() }])
  await one.append('session-1', [{ type: 'session_rename', title: 'A' }])
  await one.append('session-1', [{ type: 'session_rename', title: 'B' }])
  const exported = (await one.load('session-1')).session
  expect((await other.load('session-1')).session.title).toBe('B')
  await one.delete('session-1')
  await expect(other.load('session-1')).rejects.toMatchObject({ code: 'not_found' })
  await one.create([{ type: 'session_import', session: { ...exported, title: 'C' } }])
  expect((await one.load('session-1')).session.title).toBe('C')
  expect((await other.load('session-1')).session.title).toBe('C')
  await other.append('session-1', [{ type: 'session_rename', title: 'D' }])
  expect((await one.load('session-1')).session.title).toBe('D')
})
