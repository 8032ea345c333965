import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemoryStore, type Log, Node, RecordSizeError, type Store } from '@sweatpants/framework/log'
import { createEncryptedStore } from '@sweatpants/framework/stores/encrypted'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { driverContract } from '@sweatpants/framework/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { RoundtableEvent } from '../session/event.ts'
import { opening, seat } from '../session/fixtures/debate.ts'
import { openRound, type Session } from '../session/session.ts'
import { SessionManager } from '../session/session-manager.ts'
import { createDebateMachine } from './debate-work.ts'
import { startNextRound } from './decide-continue.ts'
import {
  type Act,
  createFakeTable,
  createHeld,
  type FakeTable,
  isSummary,
  SUMMARY,
  say,
} from './fixtures/fake-table.ts'
import { openProcess } from './fixtures/set-table.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import { TrackRecords } from './track-records.ts'

const TTL = 300
const signal = new AbortController().signal
const tea: Record<string, Act> = { ann: () => say('Tea') }

const manage = (store: Store): SessionManager => new SessionManager({ log: store.log<RoundtableEvent>('debate') })
const read = async (store: Store, id: string): Promise<Session> => (await manage(store).read(id)).session
const typesOf = async (store: Store, id: string) => (await manage(store).log.read(id, 0)).map(({ event }) => event.type)

describe.each<[string, () => Store | Promise<Store>]>([
  ['a debate', createMemoryStore],
  ['a debate in an encrypted store', () => createEncryptedStore(createMemoryStore(), ['k'.repeat(32)])],
  [
    'a debate in an encrypted SQLite store',
    () => createEncryptedStore(createSqliteStore(':memory:'), ['k'.repeat(32)]),
  ],
])('%s', (_, createStore) => {
  const cases = driverContract({
    createStore,
    subject: {
      kind: 'debate',
      register(store, ran) {
        const { states, now } = manage(store)
        const machine = createDebateMachine({
          states,
          now,
          records: new TrackRecords(store),
          settings: DEFAULT_SETTINGS,
          tools: () => [],
          accepts: () => true,
          onError: () => {},
          resolve: async () => ({
            id: 'fake',
            async answer(request) {
              const text = isSummary(request) ? SUMMARY : say('Tea')
              const [round] = /round \d/i.exec(JSON.stringify(request))!
              ran(`${isSummary(request) ? 'summary' : 'speech'} of ${round}`)
              return { model: 'fake', content: { type: 'text', text } }
            },
          }),
        })
        return Node.register(store, machine, { leaseTtl: TTL, scanEvery: 20 })
      },
      async begin(store) {
        const id = crypto.randomUUID()
        const first = { type: 'session_start' as const, opening: opening({ id, seats: [seat('ann')], totalRounds: 2 }) }
        const { session } = manage(store).draft([first]).state
        const { stream } = manage(store).draft([first, startNextRound(session, undefined)])
        await store.log('debate').create(id, { ...stream, dueAt: 0 })
        return id
      },
      waits: async (store, id) => openRound(await read(store, id)) === undefined,
      async answer(store, id) {
        await manage(store).command(id, ({ session }) => [startNextRound(session, undefined)])
      },
      isOver: async (store, id) => (await read(store, id)).status === 'completed',
    },
  })
  test.for(cases)('$name', ({ run }) => run())
})

const asks = (table: FakeTable, name: string): number =>
  table.asked.filter((one) => one.seat === name && !isSummary(one.request)).length

const stageOf = (session: Session) => openRound(session)?.stage

test('another process finishes the round of one that was killed, without a client, and asks only the other seats (T4)', async () => {
  const store = createMemoryStore()
  const bob = createHeld(say('Coffee'))
  const first = openProcess(store, { ...tea, bob: bob.act })
  const { sessionId, ...begun } = await first.table.start({ topic: 'Tea or coffee?' })
  await first.table.attend({ sessionId, ...begun }, signal)
  await bob.begun
  first.kill()
  const second = openProcess(store, { ...tea, bob: () => say('Coffee') })
  const session = await vi.waitFor(async () => {
    const found = await read(store, sessionId)
    expect(found.rounds[0]!.endedAt).toBeDefined()
    return found
  })
  expect(session.responses.map(({ agentId }) => agentId)).toEqual(['ann', 'bob'])
  expect([asks(second.table, 'ann'), asks(second.table, 'bob')]).toEqual([0, 1])
  expect((await typesOf(store, sessionId)).filter((type) => type === 'round_play')).toHaveLength(2)
})

test('a call joins the round that a process took over from a killed one, and so does a second call', async () => {
  const store = createMemoryStore()
  const first = openProcess(store, { bob: createHeld(say('Coffee')).act })
  const { sessionId } = await first.table.start({ topic: 'Tea or coffee?' })
  await vi.waitFor(async () => expect(stageOf(await read(store, sessionId))).toBe('playing'))
  first.kill()
  const bob = createHeld(say('Coffee'))
  const second = openProcess(store, { bob: bob.act })
  const begun = await second.table.continue(sessionId)
  expect(begun).toMatchObject({ round: 1, isResumed: true })
  expect(await second.table.continue(sessionId)).toMatchObject({ round: 1 })
  bob.release()
  expect((await second.table.finish(begun, { signal })).responses).toHaveLength(1)
})

test('a round that is called while the last one is being put away is played for its caller', async () => {
  const store = createSqliteStore(':memory:')
  const { table } = openProcess(store, tea)
  const begun = await table.start({ topic: 'Tea?', rounds: 3 })
  let session = await table.finish(begun, { signal })
  while (session.status === 'active') {
    session = await table.finish(await table.continue(session.id), { signal })
  }
  const types = await typesOf(store, session.id)
  expect(types.filter((type) => type === 'round_play')).toHaveLength(3)
})

test('a round whose process shuts down continues in the next one, without a client', async () => {
  const store = createMemoryStore()
  const held = createHeld(say('Tea'))
  const first = openProcess(store, { ann: held.act })
  const { sessionId } = await first.table.start({ topic: 'Tea?', rounds: 1 })
  await held.begun
  await first.table.close()
  expect(held.aborted()).toBe(1)
  expect(await first.table.isPlaying(sessionId)).toBe(false)
  openProcess(store, tea)
  await vi.waitFor(async () => expect((await read(store, sessionId)).status).toBe('completed'), 5_000)
})

test('a process that takes over nothing leaves the rounds of others alone, and plays its own', async () => {
  const store = createMemoryStore()
  const first = openProcess(store, { ann: createHeld(say('Tea')).act })
  const { sessionId } = await first.table.start({ topic: 'Tea?', rounds: 1 })
  await first.table.close()
  const second = openProcess(store, tea, { takesOver: false })
  const own = await second.table.start({ topic: 'Coffee?', rounds: 1 })
  await second.table.finish(own, { signal })
  expect(await second.table.isPlaying(sessionId)).toBe(false)
  const begun = await second.table.continue(sessionId)
  expect((await second.table.finish(begun, { signal })).status).toBe('completed')
})

test('a round that meets other code is blocked, keeps its answers, and continues with the right code', async () => {
  const store = createMemoryStore()
  const bob = createHeld(say('Coffee'))
  const first = openProcess(store, { ...tea, bob: bob.act })
  const begun = await first.table.start({ topic: 'Tea or coffee?', rounds: 1 })
  await first.table.attend(begun, signal)
  await bob.begun
  await first.table.close()

  const acts = { ...tea, bob: () => say('Coffee') }
  const other = openProcess(store, acts, { answerTokens: 7 })
  await vi.waitFor(async () => expect(stageOf(await read(store, begun.sessionId))).toBe('blocked'), 5_000)
  await expect(other.table.attend({ ...begun, after: 99 }, signal)).rejects.toMatchObject({ code: 'blocked' })
  expect(await other.table.list()).toMatchObject([{ status: 'blocked' }])
  const again = await other.table.continue(begun.sessionId)
  await expect(other.table.finish(again, { signal })).rejects.toMatchObject({ code: 'blocked' })
  expect(other.errors).toEqual([expect.objectContaining({ name: 'DivergenceError' })])
  expect(other.table.asked).toEqual([])
  await other.table.close()

  const third = openProcess(store, acts)
  await vi.waitFor(async () => expect((await read(store, begun.sessionId)).status).toBe('completed'), 5_000)
  expect([asks(third.table, 'ann'), asks(third.table, 'bob')]).toEqual([0, 1])
})

test('a round that no code continues is interrupted after seven days', async () => {
  const store = createMemoryStore()
  const held = createHeld(say('Tea'))
  const first = openProcess(store, { ...tea, bob: held.act })
  const begun = await first.table.start({ topic: 'Tea?', rounds: 1 })
  await first.table.attend(begun, signal)
  await first.table.close()
  let days = 0
  const { states } = manage(store)
  const machine = createDebateMachine({
    states,
    records: new TrackRecords(store),
    now: () => Date.now() + days * 86_400_000,
    tools: () => [],
    settings: { ...DEFAULT_SETTINGS, answerTokens: 7 },
    accepts: () => true,
    onError: () => {},
    resolve: () => Promise.reject(new Error('no model is asked')),
  })
  const debates = Node.register(store, machine, { leaseTtl: TTL, scanEvery: 20 })
  await debates.start()
  await vi.waitFor(async () => expect(stageOf(await read(store, begun.sessionId))).toBe('blocked'), 5_000)
  for (days of [6, 8]) {
    await debates.isHere(begun.sessionId)
    debates.wake(begun.sessionId)
    await debates.isHere(begun.sessionId)
    expect(stageOf(await read(store, begun.sessionId))).toBe(days < 7 ? 'blocked' : 'interrupted')
  }
  await debates.close()
})

test('a list shows the pause of another process although an answer is recorded after it', async () => {
  const path = join(mkdtempSync(join(tmpdir(), 'roundtable-')), 'store.db')
  const held = createHeld(say('Tea'))
  const first = createFakeTable({ ann: held.act }, { store: createSqliteStore(path) })
  const second = createFakeTable({}, { store: createSqliteStore(path) })
  onTestFinished(async () => void (await Promise.all([first.close(), second.close()])))
  const { sessionId } = await first.start({ topic: 'Tea?' })
  await held.begun
  await second.control(sessionId, 'pause')
  held.release()
  await vi.waitFor(async () => expect((await second.get(sessionId)).responses).toHaveLength(1))
  expect(await second.list()).toMatchObject([{ status: 'paused' }])
})

test('a list shows the pause of another process although the list is written for an event from outside at the same time', async () => {
  const inner = createMemoryStore()
  const other = manage(inner)
  let isArmed = false
  const store: Store = {
    ...inner,
    log<E>(kind: string): Log<E> {
      const log = inner.log<E>(kind)
      if (kind !== 'debate') return log
      return {
        ...log,
        async append(id, append) {
          if (isArmed && append.fence !== undefined && append.events.length === 0 && append.about !== undefined) {
            isArmed = false
            await other.append(id, [{ type: 'session_pause' }])
          }
          return log.append(id, append)
        },
      }
    },
  }
  const held = createHeld(say('Tea'))
  const { table, errors } = openProcess(store, { ann: held.act })
  const { sessionId } = await table.start({ topic: 'Tea?' })
  await held.begun
  isArmed = true
  // An event from outside changes no list.
  await inner.log('debate').append(sessionId, { events: [{ type: 'run_cancel', runId: 'another', time: 0 }], dueAt: 0 })
  await vi.waitFor(() => expect(isArmed).toBe(false))
  await vi.waitFor(async () => expect(await table.list()).toMatchObject([{ status: 'paused' }]))
  expect(errors).toEqual([])
})

test('a round that is interrupted while its start is being written waits for its caller', async () => {
  const inner = createMemoryStore()
  const other = manage(inner)
  let isFirst = true
  const store: Store = {
    ...inner,
    log<E>(kind: string): Log<E> {
      const log = inner.log<E>(kind)
      if (kind !== 'debate') return log
      return {
        ...log,
        async append(id, append) {
          const isStart = append.events.some((event) => (event as RoundtableEvent).type === 'round_play')
          if (isStart && isFirst) {
            isFirst = false
            await other.append(id, [{ type: 'round_interrupt', round: 1, by: 'caller' }])
          }
          return log.append(id, append)
        },
      }
    },
  }
  const { table, errors } = openProcess(store, tea)
  const begun = await table.start({ topic: 'Tea?', rounds: 1 })
  await vi.waitFor(async () => expect(await typesOf(inner, begun.sessionId)).toContain('round_interrupt'))
  await vi.waitFor(async () => expect(await table.isPlaying(begun.sessionId)).toBe(false))
  await vi.waitFor(async () => expect(await inner.leases.due(['debate'], 1)).toEqual([]))
  expect(stageOf(await read(inner, begun.sessionId))).toBe('interrupted')
  expect(asks(table, 'ann')).toBe(0)
  const session = await table.finish(await table.continue(begun.sessionId), { signal })
  expect([session.status, asks(table, 'ann'), errors]).toEqual(['completed', 1, []])
})

test('a round that fails is interrupted, reported, and tried again by the next call', async () => {
  const store = createMemoryStore()
  const { table, errors } = openProcess(store, tea)
  const first = { type: 'session_start' as const, opening: opening({ mode: 'gone', seats: [seat('ann')] }) }
  const { session } = manage(store).draft([first]).state
  const { stream } = manage(store).draft([first, startNextRound(session, undefined)])
  await store.log('debate').create(session.id, { ...stream, dueAt: 0 })
  await vi.waitFor(async () => expect(stageOf(await read(store, session.id))).toBe('interrupted'), 5_000)
  expect(errors).toEqual([expect.objectContaining({ message: expect.stringContaining('there is no mode gone') })])
  const begun = await table.continue(session.id)
  await expect(table.finish(begun, { signal })).rejects.toMatchObject({ code: 'interrupted' })
  expect(errors).toHaveLength(2)
  expect(await typesOf(store, session.id)).toEqual([
    'session_start',
    'round_start',
    'round_interrupt',
    'round_resume',
    'round_interrupt',
  ])
})

test('another process finishes the write-up that a killed one began', async () => {
  const store = createMemoryStore()
  const held = createHeld('All of it.')
  const first = openProcess(store, tea, { conclude: held.act })
  const begun = await first.table.start({ topic: 'Tea?', rounds: 1, synthesizer: 'none' })
  await first.table.finish(begun, { signal })
  void first.table.synthesize(begun.sessionId)
  await held.begun
  first.kill()
  openProcess(store, tea, { conclude: () => 'All of it.' })
  await vi.waitFor(
    async () => expect((await read(store, begun.sessionId)).synthesis?.answer).toBe('All of it.'),
    10_000,
  )
})

test('the runs of a debate are deleted when they have ended', async () => {
  const store = createMemoryStore()
  const { table } = openProcess(store, tea)
  const begun = await table.start({ topic: 'Tea?', rounds: 1 })
  await table.finish(begun, { signal })
  const runs = store.log('run')
  await vi.waitFor(async () => expect(await runs.get(`roundtable/${begun.sessionId}/1`)).toBeUndefined())
  await table.synthesize(begun.sessionId)
  await vi.waitFor(async () => expect(await runs.count(undefined)).toBe(0))
})

/** A store that does not accept a long record in the streams of one kind. */
function limitStore(store: Store, kind: string): Store {
  return {
    ...store,
    log<E>(name: string): Log<E> {
      const log = store.log<E>(name)
      if (name !== kind) return log
      return {
        ...log,
        append(id, append) {
          const size = JSON.stringify(append.events).length
          if (size > 2_000) throw new RecordSizeError(size, 2_000)
          return log.append(id, append)
        },
      }
    },
  }
}

test.each(['debate', 'run'])(
  'a round with a speech that is larger than the store accepts in a %s is interrupted, and not tried again',
  async (kind) => {
    const store = createMemoryStore()
    const { table, errors } = openProcess(limitStore(store, kind), { ann: () => say('Tea '.repeat(2_000)) })
    const { sessionId } = await table.start({ topic: 'Tea?', rounds: 1 })
    await vi.waitFor(async () => expect(stageOf(await read(store, sessionId))).toBe('interrupted'), 5_000)
    expect(errors).toEqual([expect.objectContaining({ name: 'RecordSizeError' })])
    expect(asks(table, 'ann')).toBe(1)
    await vi.waitFor(async () => expect(await store.leases.due(['debate'], 1)).toEqual([]))
  },
)
