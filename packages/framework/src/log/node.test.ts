import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { LONGEST_TIMER } from '../tools/clock.ts'
import { Drained } from '../tools/drain.ts'
import { DivergenceError, RecordSizeError } from '../tools/errors.ts'
import { exportInMemory } from '../tools/fixtures/telemetry.ts'
import { limitStore } from './fixtures/limit-store.ts'
import { withLog } from './fixtures/with-log.ts'
import { FenceError, type Log, type Store, UnreadableError } from './log.ts'
import type { Driven, Machine, Work } from './machine.ts'
import { createMemoryStore } from './memory.ts'
import { Node } from './node.ts'
import type { RunState } from './run-index.ts'

type Count = { type: 'add' }

interface Counting {
  kind?: string
  accepts?: Machine<number, Count>['accepts']
  load?: Machine<number, Count>['load']
  /** Called with each new driver; what it throws or does is the work. */
  begin?: (driven: Driven<number, Count>) => Partial<Work<Count>>
  scanEvery?: number
  idle?: number
  leaseTtl?: number
}

/** A machine whose state is the number of its events, and whose streams only wait. */
function register(
  store: Store,
  { kind: name = 'count', accepts, load, begin, scanEvery = 10, idle = 20, leaseTtl = 100 }: Counting = {},
) {
  const errors: unknown[] = []
  const began: string[] = []
  const machine: Machine<number, Count> = {
    kind: name,
    idle,
    now: Date.now,
    async load({ id, head }) {
      began.push(id)
      return { state: head, lsn: head }
    },
    reduce: (state) => state + 1,
    begin: (driven) => ({
      reconcile() {},
      take: () => ({}),
      waits: true,
      wakeAt: undefined,
      async leave() {},
      ...begin?.(driven),
    }),
    onError: (error) => errors.push(error),
    ...(accepts !== undefined && { accepts }),
    ...(load !== undefined && { load }),
  }
  const kind = Node.register(store, machine, { leaseTtl, scanEvery })
  onTestFinished(() => kind.close())
  return { kind, errors, began }
}

const add: Count = { type: 'add' }

test('a due stream is driven without a client, and released when nothing happens in it', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [add], dueAt: 0 })
  const { kind, began } = register(store)
  await kind.start()
  await vi.waitFor(async () => expect(await store.leases.due(['count'], 10)).toEqual([]))
  expect(began).toEqual(['a'])
  await vi.waitFor(async () => expect((await log.get('a'))?.isDriven).toBe(false))
  expect(kind.isHere('a')).toBeUndefined()
})

test('a stream that waits is kept for ever if its machine says so, although no timer is as long', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [add], dueAt: 0 })
  const start = setTimeout
  const early = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => early.mockRestore())
  early.mockImplementation((act, ms) => start(act, ms === LONGEST_TIMER ? 5 : ms))
  const { kind, began } = register(store, { idle: Number.POSITIVE_INFINITY })
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']))
  await wait(50)
  expect((await store.log('count').get('a'))?.isDriven).toBe(true)
})

test('a node that never looks for due streams again does so only when it starts', async () => {
  const store = createMemoryStore()
  const { kind, began } = register(store, { scanEvery: Number.POSITIVE_INFINITY })
  await kind.start()
  await wait(20)
  await store.log<Count>('count').create('a', { about: null, events: [add], dueAt: 0 })
  // An interval of that time would ring every millisecond.
  await wait(30)
  expect(began).toEqual([])
})

test('a node with a lease that is longer than any timer does not send heartbeats all the time', async () => {
  const store = createMemoryStore()
  const beat = vi.spyOn(store.leases, 'beat')
  const { kind } = register(store, { leaseTtl: 10 * LONGEST_TIMER })
  await kind.start()
  await wait(30)
  expect(beat).toHaveBeenCalledTimes(1)
})

test('a node drives due streams as soon as it starts, before its first interval', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [], dueAt: 0 })
  const { kind, began } = register(store, { scanEvery: 60_000 })
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']))
})

test('a node whose first heartbeat gets no answer drives due streams as soon as the store answers', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [], dueAt: 0 })
  vi.spyOn(store.leases, 'beat').mockImplementationOnce(() => Promise.reject(new Error('no answer')))
  const { kind, began } = register(store)
  await expect(kind.start()).rejects.toThrow('no answer')
  await vi.waitFor(() => expect(began).toEqual(['a']), { timeout: 500 })
})

test('a stream that this process does not accept is left to others, and does not fill the scan', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  const foreign = Array.from({ length: 150 }, (_, i) => `foreign-${i}`)
  for (const id of foreign) await log.create(id, { about: null, events: [], dueAt: 0 })
  await wait(2)
  await log.create('own', { about: null, events: [], dueAt: Date.now() })
  const accepts = vi.fn((record: { id: string }) => record.id === 'own')
  const { kind, began } = register(store, { accepts })
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['own']))
  await wait(50)
  expect(accepts.mock.calls.filter(([{ id }]) => id === 'foreign-0')).toHaveLength(1)
  expect((await log.get('foreign-0'))?.isDriven).toBe(false)
})

test('D6 a step is performed only after the fence was checked, once the lease is no longer sure', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [], dueAt: 0 })
  const driving = Promise.withResolvers<Driven<number, Count>>()
  const { kind } = register(store, {
    begin(driven) {
      driving.resolve(driven)
      return { waits: false }
    },
  })
  await kind.start()
  const { runStep } = await driving.promise
  const step = vi.fn(() => 'done')
  // Another node has taken the stream over, and the clock says that the lease has lapsed.
  await log.open('a', Number.MAX_SAFE_INTEGER)
  vi.spyOn(performance, 'now').mockReturnValue(Number.MAX_SAFE_INTEGER)
  await expect(runStep('step', step, {} as never)).rejects.toThrow(Drained)
  vi.restoreAllMocks()
  expect(step).not.toHaveBeenCalled()
})

test('D6 a step is performed only after the fence was checked, once the lease has lapsed and was renewed', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [], dueAt: 0 })
  const driving = Promise.withResolvers<Driven<number, Count>>()
  let isDown = false
  let beats = 0
  const beat: Store['leases']['beat'] = (node, ttl) => {
    if (isDown) throw new Error('the store cannot be reached')
    beats++
    return store.leases.beat(node, ttl)
  }
  const { kind, errors } = register(
    { ...store, leases: { ...store.leases, beat } },
    {
      begin(driven) {
        driving.resolve(driven)
        return { waits: false }
      },
    },
  )
  await kind.start()
  const { runStep } = await driving.promise
  const step = vi.fn(() => 'done')
  expect(await runStep('step', step, {} as never)).toBe('done')
  isDown = true
  await wait(150)
  // Another node has taken the stream over meanwhile.
  await log.open('a', Number.MAX_SAFE_INTEGER)
  isDown = false
  const before = beats
  await vi.waitUntil(() => beats > before)
  expect(errors).not.toEqual([])
  await expect(runStep('step', step, {} as never)).rejects.toThrow(Drained)
  expect(step).toHaveBeenCalledOnce()
})

test('a stream that meets other code is blocked, reported once, and tried again by the next process', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [], dueAt: 0 })
  const diverge = {
    begin: (driven: Driven<number, Count>) => ({ reconcile: () => driven.block(new DivergenceError('other code')) }),
  }
  const old = register(store, diverge)
  await old.kind.start()
  const isBlocked = async () => (await log.get('a'))?.register
  await vi.waitFor(async () => expect(await isBlocked()).toMatchObject({ blocked: { code: 'DivergenceError' } }))
  expect((await log.get('a'))?.isDriven).toBe(false)
  expect(await store.leases.due(['count'], 10)).toEqual([])
  old.kind.wake('a')
  await vi.waitFor(() => expect(old.began).toHaveLength(2))
  await vi.waitFor(async () => expect((await log.get('a'))?.isDriven).toBe(false))
  expect(old.errors).toEqual([new DivergenceError('other code')])
  await old.kind.close()

  const next = register(store)
  await next.kind.start()
  await vi.waitFor(async () => expect(await isBlocked()).not.toHaveProperty('blocked'))
  expect(next.errors).toEqual([])
})

test('a blocked stream is tried again when the clock is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [], dueAt: 0 })
  let isFixed = false
  const { kind, began } = register(store, {
    begin: (driven) => ({
      reconcile: () => (isFixed ? undefined : driven.block(new DivergenceError('another step'))),
    }),
  })
  await kind.start()
  const isBlocked = async () => (await log.get('a'))?.register
  await vi.waitFor(async () => expect(await isBlocked()).toHaveProperty('blocked'))
  isFixed = true
  const day = 86_400_000
  vi.setSystemTime(Date.now() - 30 * day)
  await vi.waitFor(async () => expect(await isBlocked()).not.toHaveProperty('blocked'))
  expect(began.length).toBeGreaterThan(1)
})

/** The store, with `append` and `create` of its logs, and `acquire`, replaced. */
const disturb = (
  store: Store,
  { append, create, acquire }: Partial<Pick<Log<Count>, 'append' | 'create'> & Pick<Store['leases'], 'acquire'>>,
): Store => ({
  ...store,
  // The only kind here.
  log: <E>(kind: string) =>
    ({ ...store.log<Count>(kind), ...(append && { append }), ...(create && { create }) }) as unknown as Log<E>,
  leases: { ...store.leases, ...(acquire && { acquire }) },
})

/** Sends so many writes at once, each with one event. */
const writeAtOnce = (count: number) => (driven: Driven<number, Count>) => {
  for (let i = 0; i < count; i++) driven.write({ events: [add] }).catch((error) => driven.stop(error))
  return {}
}

test('a stream that is deleted and created again while its driver rests is driven anew', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [add, add, add], dueAt: 0 })
  const gone = vi.fn()
  const { kind, began, errors } = register(store, { begin: () => ({ gone }), idle: 60_000 })
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']))
  await Promise.all([log.delete('a'), log.create('a', { about: null, events: [add], dueAt: 0 })])
  kind.wake('a')
  await vi.waitFor(() => expect(began).toEqual(['a', 'a']))
  // What has the names of the old runs belongs to the new stream.
  expect(gone).not.toHaveBeenCalled()
  expect(errors).toEqual([])
})

test('writes whose acknowledgements are lost are stored once', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [], dueAt: 0 })
  let lost = 0
  const append: typeof log.append = async (id, append) => {
    const appended = await log.append(id, append)
    if (append.events.length > 0 && lost++ % 2 === 0) throw new Error('the connection was cut')
    return appended
  }
  const { kind, errors } = register(disturb(store, { append }), { begin: writeAtOnce(3) })
  await kind.start()
  await vi.waitFor(() => expect(lost).toBe(6), 5_000)
  await kind.isHere('a')
  expect((await log.get('a'))?.head).toBe(3)
  expect(errors).toEqual([])
})

test('a write that arrives after its retry is not stored again', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [], dueAt: 0 })
  const late: (() => unknown)[] = []
  const append: typeof log.append = (id, append) => {
    if (append.events.length === 0 || late.length > 0) return log.append(id, append)
    late.push(() => log.append(id, append))
    throw new Error('no answer')
  }
  const { kind } = register(disturb(store, { append }), { begin: writeAtOnce(1) })
  await kind.start()
  await vi.waitFor(async () => expect((await log.get('a'))?.head).toBe(1))
  for (const deliver of late) expect(await deliver()).toMatchObject({ repeated: true })
  await kind.isHere('a')
  expect((await log.get('a'))?.head).toBe(1)
})

test('a stream that its own node acquired a second time without knowing is driven on', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [], dueAt: 0 })
  let node = ''
  const acquire: Store['leases']['acquire'] = (ref, id) => {
    node = id
    return store.leases.acquire(ref, id)
  }
  const driving: Driven<number, Count>[] = []
  const { kind } = register(disturb(store, { acquire }), {
    begin: (driven) => {
      driving.push(driven)
      return { waits: false }
    },
  })
  await kind.start()
  await vi.waitFor(() => expect(driving).toHaveLength(1))
  // An attempt that got no answer is stored late.
  await store.leases.acquire({ kind: 'count', id: 'a' }, node)
  await expect(driving[0]!.write({ events: [add] })).rejects.toThrow('another node drives it')
  driving[0]!.stop(new FenceError('a', driving[0]!.fence))
  await vi.waitFor(() => expect(driving).toHaveLength(2))
  await driving[1]!.write({ events: [add] })
  expect((await log.get('a'))?.head).toBe(1)
})

test('a stream whose creation was stored late is driven by the node that created it', async () => {
  const store = createMemoryStore()
  const late: (() => unknown)[] = []
  const create: Log<Count>['create'] = (id, stream) => {
    late.push(() => store.log<Count>('count').create(id, stream))
    throw new Error('no answer')
  }
  const { kind, began } = register(disturb(store, { create }))
  await expect(kind.create('a', { about: null, events: [], dueAt: 0 }, 0)).rejects.toThrow('no answer')
  // Several scans have found nothing by then.
  await wait(50)
  for (const deliver of late) deliver()
  await vi.waitFor(() => expect(began).toContain('a'))
})

test('a stream that is being created is not taken over by its own node', async () => {
  const store = createMemoryStore()
  const create: Log<Count>['create'] = async (id, stream) => {
    const created = await store.log<Count>('count').create(id, stream)
    await wait(250)
    return created
  }
  const { kind, began } = register(disturb(store, { create }))
  await kind.create('a', { about: null, events: [], dueAt: 0 }, 0)
  // What is taken over is loaded; what is created here is not.
  expect(began).toEqual([])
})

test('a stream that a process has no key for is left to a process that can read it', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [add], dueAt: 0 })
  const get = () => Promise.reject(new UnreadableError('it needs another key'))
  const blind = register(withLog(store, 'count', () => ({ get })))
  await blind.kind.start()
  await vi.waitFor(() => expect(blind.errors).toHaveLength(1))
  const { kind, began } = register(store)
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']))
})

test('a stream that is stored while its kind is closed is left to the other nodes', async () => {
  const stored = Promise.withResolvers<void>()
  const inner = createMemoryStore()
  const create: Log<Count>['create'] = async (id, stream) => {
    const created = await inner.log<Count>('count').create(id, stream)
    await stored.promise
    return created
  }
  const store = disturb(inner, { create })
  // The node lives on.
  await register(store, { kind: 'other' }).kind.start()
  const { kind } = register(store)
  const creating = kind.create('a', { about: null, events: [], dueAt: 0 }, 0)
  await vi.waitFor(async () => expect(await inner.log('count').get('a')).toBeDefined())
  const closed = kind.close()
  stored.resolve()
  await Promise.all([creating, closed])
  expect((await inner.log('count').get('a'))?.isDriven).toBe(false)
})

test('a stream whose creation got no answer is driven by the node that created it', async () => {
  const store = createMemoryStore()
  const create: Log<Count>['create'] = async (id, stream) => {
    await store.log<Count>('count').create(id, stream)
    throw new Error('the connection was cut')
  }
  const { kind, began } = register(disturb(store, { create }))
  await expect(kind.create('a', { about: null, events: [], dueAt: 0 }, 0)).rejects.toThrow('cut')
  await vi.waitFor(() => expect(began).toEqual(['a']))
})

test('a stream that is woken before the node was started is driven under a live lease', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [] })
  const { kind, began } = register(store, { begin: () => ({ waits: false }), leaseTtl: 60_000 })
  kind.wake('a')
  await vi.waitFor(() => expect(began).toEqual(['a']))
  expect((await log.get('a'))?.isDriven).toBe(true)
})

test('a stream whose driver fails is tried again after a pause and not with every scan, and a command wakes it at once', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [add], dueAt: 0 })
  const { kind, began, errors } = register(store, {
    begin: () => ({
      reconcile() {
        throw new Error('always')
      },
    }),
  })
  await kind.start()
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  // Thirty scans.
  await wait(300)
  expect(began).toEqual(['a'])
  kind.wake('a')
  await vi.waitFor(() => expect(began).toEqual(['a', 'a']))
  await vi.waitFor(() => expect(began.length).toBeGreaterThan(2), { timeout: 5_000 })
})

test('a command that arrives while a failed driver still leaves wakes its stream at once', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [add], dueAt: 0 })
  const left = Promise.withResolvers<void>()
  const { kind, began, errors } = register(store, {
    begin: () => ({
      reconcile() {
        if (began.length === 1) throw new Error('once')
      },
      leave: () => left.promise,
    }),
  })
  await kind.start()
  await vi.waitFor(() => expect(errors).toHaveLength(1))
  kind.wake('a')
  left.resolve()
  await vi.waitFor(() => expect(began).toEqual(['a', 'a']), { timeout: 500 })
})

test('a blocked stream is tried by a new node although its first scan fails', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  const blocked = { code: 'DivergenceError', since: Date.now() }
  const dueAt = Date.now() + 1_800_000
  await log.create('a', { about: null, events: [add], register: { blocked }, dueAt })
  vi.spyOn(store.leases, 'due').mockRejectedValueOnce(new Error('no answer'))
  const { kind, began } = register(store)
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']), { timeout: 500 })
})

test('a blocked stream of a kind that is registered after the start of its node is tried', async () => {
  const store = createMemoryStore()
  const other = register(store, { kind: 'other' })
  await other.kind.start()
  await wait(30)
  const blocked = { code: 'DivergenceError', since: Date.now() }
  const dueAt = Date.now() + 1_800_000
  await store.log<Count>('count').create('a', { about: null, events: [add], register: { blocked }, dueAt })
  const { kind, began } = register(store)
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']), { timeout: 500 })
})

test('a stream that is created again while the driver of its predecessor leaves is driven once', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  const left = Promise.withResolvers<void>()
  const fences: number[] = []
  const { kind } = register(store, {
    begin: ({ fence }) => {
      fences.push(fence)
      return fences.length === 1 ? { waits: false, leave: () => left.promise } : { waits: false }
    },
  })
  await kind.create('a', { about: null, events: [add], dueAt: 0 }, 1)
  await log.delete('a')
  await wait(20)
  await kind.create('a', { about: null, events: [add], dueAt: 0 }, 1)
  left.resolve()
  await wait(20)
  kind.wake('a')
  await wait(50)
  expect(fences).toHaveLength(2)
  expect(kind.isHere('a')).toBeDefined()
})

test('a stream that a node cannot load is left to the other nodes', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [add], dueAt: 0 })
  const broken = register(store, { load: async () => Promise.reject(new Error('no key')) })
  await broken.kind.start()
  await vi.waitFor(() => expect(broken.errors).not.toEqual([]))
  broken.kind.wake('a')
  await expect(broken.kind.taken('a')).rejects.toThrow('no key')
  const able = register(store)
  await able.kind.start()
  await vi.waitFor(() => expect(able.began).toEqual(['a']), { timeout: 500 })
  expect(broken.errors).toHaveLength(2)
})

test('a stream that another node acquires before it is loaded is left to it, and that is no error', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [add], dueAt: 0 })
  const refused: unknown[] = []
  const slow = register(store, {
    async load({ id, head }, fence) {
      await store.leases.release({ kind: 'count', id }, fence)
      await store.leases.beat('other', 60_000)
      const theirs = await store.leases.acquire({ kind: 'count', id }, 'other')
      await log.open(id, theirs)
      try {
        await log.open(id, fence)
      } catch (error) {
        refused.push(error)
        throw error
      }
      return { state: head, lsn: head }
    },
  })
  await slow.kind.start()
  await vi.waitFor(() => expect(refused).toEqual([expect.any(FenceError)]))
  await wait(50)
  expect([slow.errors, (await log.get('a'))?.isDriven]).toEqual([[], true])
})

test('open runs of a store are a gauge, as long as a node runs on it', async () => {
  const exported = exportInMemory()
  onTestFinished(() => exported.end())
  const store = createMemoryStore()
  const run = (state: RunState) => ({ about: null, events: [], run: { tool: 'book', state, startedAt: 0 } })
  await store.log('run').create('a', run('waiting'))
  await store.log('run').create('b', run('waiting'))
  await store.log('run').create('c', run('completed'))
  const { kind } = register(store)
  await kind.start()
  const points = async () =>
    (await exported.points('sweatpants.runs.open')).map(({ attributes, value }) => [
      ...Object.values(attributes),
      value,
    ])
  expect(await points()).toEqual([
    ['running', 0],
    ['waiting', 2],
    ['blocked', 0],
  ])
  const count = vi.spyOn(store.runs, 'count')
  await kind.close()
  await points()
  expect(count).not.toHaveBeenCalled()
})

test('a node that is closed ends its heartbeat also if a driver does not leave, so that others take over', async () => {
  const store = createMemoryStore()
  const log = store.log<Count>('count')
  await log.create('a', { about: null, events: [add], dueAt: 0 })
  const { kind, began } = register(store, { begin: () => ({ leave: () => new Promise(() => {}) }), idle: 60_000 })
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']))
  const start = setTimeout
  const early = vi.spyOn(globalThis, 'setTimeout')
  onTestFinished(() => early.mockRestore())
  early.mockImplementation((act, ms) => start(act, Math.min(ms ?? 0, 20)))
  await kind.close()
  await vi.waitFor(async () => expect((await log.get('a'))?.isDriven).toBe(false))
})

test.each([
  ['a work that cannot shorten it', {}],
  ['a work that returns the same again', { tooLarge() {} }],
])(
  'a write that is too large for the store leaves its stream at rest until a command arrives: %s (D8)',
  async (_, work) => {
    const store = createMemoryStore()
    const log = store.log<Count>('count')
    await log.create('a', { about: null, events: [add], dueAt: 0 })
    const take = () => ({ append: { events: [add], about: 'x'.repeat(1_000) } })
    const { kind, errors, began } = register(limitStore(store, 'count', 500), { begin: () => ({ take, ...work }) })
    await kind.start()
    await vi.waitFor(async () => expect(await store.leases.due(['count'], 10)).toEqual([]))
    await wait(100)
    expect(began).toEqual(['a'])
    expect(errors).toEqual([expect.any(RecordSizeError)])
    await log.append('a', { events: [add], dueAt: 0 })
    kind.wake('a')
    await vi.waitFor(() => expect(began).toEqual(['a', 'a']))
    await vi.waitFor(async () => expect(await store.leases.due(['count'], 10)).toEqual([]))
  },
)

test.each([Number.NaN, 0, -1])('a node with a lease of %s ms is refused', (leaseTtl) => {
  expect(() => register(createMemoryStore(), { leaseTtl })).toThrow(`leaseTtl is ${leaseTtl}; it must be a number of`)
})
