import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, FenceError, LogConflictError } from '@sweatpants/framework/chat'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { RoundtableEvent } from './event.ts'
import { consensus, fold, opening, request, response, starting } from './fixtures/debate.ts'
import { expectPendingToSurvive, expectWritersToAgree } from './fixtures/reopened-store.ts'
import { SessionManager } from './session-manager.ts'

function createManager() {
  let time = Date.parse('2026-11-15T12:00:00.000Z')
  const store = createMemoryStore({ now: () => time })
  const log = store.log<RoundtableEvent>('roundtable')
  return {
    log,
    leases: store.leases,
    manager: new SessionManager({ log, now: () => time }),
    advance: (ms: number) => (time += ms),
  }
}

const answered = { type: 'response_add', response: response() } as const

test('what is appended gets its time, and the answer is the session that the log folds to', async () => {
  const { manager, advance } = createManager()
  const created = await manager.create(opening())
  expect(created).toMatchObject({ head: 1, repeated: false, session: { createdAt: '2026-11-15T12:00:00.000Z' } })
  advance(1_000)
  const appended = await manager.append('session-1', [starting(), answered])
  expect(appended).toMatchObject({ head: 3, repeated: false })
  expect(appended.session.responses).toMatchObject([{ agentId: 'ada_1', timestamp: '2026-11-15T12:00:01.000Z' }])
  expect(await manager.load('session-1')).toEqual({ session: appended.session, head: 3 })
})

test('what JSON does not keep is not in the answer either', async () => {
  const { manager } = createManager()
  await manager.create(opening())
  const toolUses = [{ name: 'fact_check', input: { claim: undefined, count: Number.NaN }, result: new Date(0) }]
  const added = { type: 'response_add', response: response({ toolUses }) } as const
  const { session } = await manager.append('session-1', [starting(), added])
  expect((await manager.load('session-1')).session).toStrictEqual(session)
})

test('a session can be seen as it was at a place of its log', async () => {
  const { manager } = createManager()
  await manager.create(opening())
  await manager.append('session-1', [starting(), answered])
  const { session, head } = await manager.loadAt('session-1', 2)
  expect(head).toBe(2)
  expect(session).toMatchObject({ currentRound: 1, responses: [] })
})

test('a log that is longer than a page is read to its end', async () => {
  const { manager, log } = createManager()
  await manager.create(opening())
  const happenings = Array.from({ length: 999 }, (_, i) => ({
    type: 'context_request' as const,
    request: request(`r${i}`),
  }))
  await manager.append('session-1', happenings)
  const read = vi.spyOn(log, 'read')
  const { session, head } = await manager.load('session-1')
  expect(head).toBe(1_000)
  expect(session.contextRequests).toHaveLength(999)
  expect(read.mock.calls.every(([, , limit]) => limit! <= 500)).toBe(true)
  expect((await manager.loadAt('session-1', 700)).session.contextRequests).toHaveLength(699)
})

test('a session that is absent or of somebody else is not found', async () => {
  const { manager } = createManager()
  await manager.create(opening({ principal: 'me' }))
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

test('a session that is deleted while it is written to is not found', async () => {
  const { manager, log } = createManager()
  await manager.create(opening())
  const append = log.append.bind(log)
  vi.spyOn(log, 'append').mockImplementationOnce(async (...given) => {
    await log.delete('session-1')
    return append(...given)
  })
  await expect(manager.append('session-1', [starting()])).rejects.toMatchObject({ code: 'not_found' })
})

test('an id is taken once', async () => {
  const { manager } = createManager()
  await manager.create(opening())
  const refusal = { code: 'invalid', message: expect.stringContaining('session-1 already') }
  await expect(manager.create(opening())).rejects.toMatchObject(refusal)
  await expect(manager.create(opening({ principal: 'you' }))).rejects.toMatchObject(refusal)
  await expect(manager.import(fold())).rejects.toMatchObject(refusal)
})

test('the same command opens a session once, and not that of somebody else', async () => {
  const { manager } = createManager()
  const first = await manager.create(opening(), { commandId: 'c1' })
  await manager.append('session-1', [starting()])
  const again = await manager.create(opening({ topic: 'Another' }), { commandId: 'c1' })
  expect(again).toEqual({ ...first, repeated: true })
  const foreign = manager.create(opening({ principal: 'you' }), { commandId: 'c1' })
  await expect(foreign).rejects.toMatchObject({ code: 'invalid' })
})

test('a session whose opening was interrupted is in no list, is not found, and can be opened', async () => {
  const { manager, log } = createManager()
  vi.spyOn(log, 'append').mockRejectedValueOnce(new Error('killed'))
  await expect(manager.create(opening(), { commandId: 'c1' })).rejects.toThrow('killed')
  expect(await manager.list(undefined)).toEqual([])
  await expect(manager.load('session-1')).rejects.toMatchObject({ code: 'not_found' })
  expect(await manager.create(opening(), { commandId: 'c1' })).toMatchObject({ head: 1, repeated: false })
})

test('the same command appends once, and comes to the same later on', async () => {
  const { manager } = createManager()
  await manager.create(opening())
  const first = await manager.append('session-1', [starting()], { head: 1, commandId: 'c1' })
  await manager.append('session-1', [answered])
  const again = await manager.append('session-1', [starting()], { head: 1, commandId: 'c1' })
  expect(again).toEqual({ ...first, repeated: true })
})

test('a writer that gives a head is told when the log has gone on', async () => {
  const { manager } = createManager()
  const { head } = await manager.create(opening())
  await manager.append('session-1', [{ type: 'session_pause' }])
  await expect(manager.append('session-1', [starting()], { head })).rejects.toThrow(LogConflictError)
  await expect(manager.append('session-1', [], { head })).rejects.toThrow(LogConflictError)
  expect(await manager.list(undefined)).toMatchObject([{ status: 'paused', currentRound: 0 }])
})

test('a writer with an old fence is refused', async () => {
  const { manager, leases } = createManager()
  await manager.create(opening())
  const ref = { kind: 'roundtable', id: 'session-1' }
  const fence = (await leases.acquire(ref, 'node'))!
  await manager.append('session-1', [starting()], { fence })
  await leases.acquire(ref, 'node')
  await expect(manager.append('session-1', [answered], { fence })).rejects.toThrow(FenceError)
})

test('writers that give no head lose nothing of each other', async () => {
  await expectWritersToAgree([createMemoryStore()])
  const store = createSqliteStore(':memory:')
  await expectWritersToAgree([store])
  await store.close()
})

test('a list shows where each session stands, the latest first, and reads no log', async () => {
  const { manager, log, advance } = createManager()
  await manager.create(opening({ id: 'old' }))
  await manager.create(opening({ id: 'foreign', principal: 'you' }))
  advance(1_000)
  await manager.create(opening())
  await manager.append('session-1', [
    starting(),
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
    status: 'active',
    currentRound: 1,
    totalRounds: 3,
    agentIds: ['ada_1', 'bob_1'],
    pendingContextRequests: 1,
    decision: 'Tabs.',
    createdAt: '2026-11-15T12:00:01.000Z',
    updatedAt: '2026-11-15T12:00:01.000Z',
  })
  expect(await manager.list(undefined, 1)).toHaveLength(1)
  expect(await manager.list('you')).toMatchObject([{ id: 'foreign' }])
  expect(read).not.toHaveBeenCalled()
})

test('an imported session is that of whoever imports it, and goes on', async () => {
  const { manager } = createManager()
  const exported = { ...fold(starting(), answered), principal: 'you' }
  expect((await manager.import(exported, 'me')).session).toEqual({ ...exported, principal: 'me' })
  expect((await manager.load('session-1', 'me')).session).toEqual({ ...exported, principal: 'me' })
  expect(await manager.list('me')).toMatchObject([{ id: 'session-1', currentRound: 1 }])
  expect((await manager.append('session-1', [{ type: 'session_pause' }])).session.status).toBe('paused')
})

test('a request that was answered or cleared does not become pending again', async () => {
  const { manager } = createManager()
  await manager.create(opening())
  const requests = [request('a'), request('b'), request('c')]
  await manager.setPendingContextRequests('session-1', requests)
  await manager.append('session-1', [{ type: 'context_answer', result: { requestId: 'a', success: true } }])
  await manager.clearFulfilledContextRequests('session-1', ['b'])
  await manager.setPendingContextRequests('session-1', requests)
  expect((await manager.getPendingContextRequests('session-1')).map(({ id }) => id)).toEqual(['c'])
})

test('an answer stays for the round that will use it, whatever is pending', async () => {
  const { manager } = createManager()
  await manager.create(opening())
  await manager.setPendingContextRequests('session-1', [request('a'), request('b')])
  await manager.append('session-1', [{ type: 'context_answer', result: { requestId: 'a', success: true } }])
  await manager.setPendingContextRequests('session-1', [])
  const { contextRequests } = (await manager.load('session-1')).session
  expect(contextRequests).toMatchObject([
    { id: 'a', isCleared: false, answer: { success: true } },
    { id: 'b', isCleared: true },
  ])
})

test('what changes nothing is not written', async () => {
  const { manager, log } = createManager()
  await manager.create(opening())
  await manager.setPendingContextRequests('session-1', [request('a'), request('a')])
  const append = vi.spyOn(log, 'append')
  await manager.setPendingContextRequests('session-1', [request('a')])
  await manager.clearFulfilledContextRequests('session-1', ['unknown'])
  expect(append).not.toHaveBeenCalled()
  expect(await manager.getPendingContextRequests('session-1')).toHaveLength(1)
})

test('requests of another session are refused', async () => {
  const { manager } = createManager()
  await manager.create(opening())
  const foreign = request('a', { sessionId: 'session-2' })
  await expect(manager.setPendingContextRequests('session-1', [foreign])).rejects.toMatchObject({ code: 'invalid' })
  expect(await manager.getPendingContextRequests('session-1')).toEqual([])
})

test('pending requests outlive the process, in a SQLite file', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'roundtable-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  await expectPendingToSurvive({
    open: () => createSqliteStore(join(directory, 'debates.sqlite')),
    close: (store) => store.close(),
  })
})

test('pending requests outlive whoever wrote them, in memory', async () => {
  const store = createMemoryStore()
  await expectPendingToSurvive({ open: () => store, close: () => {} })
})
