import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DivergenceError } from '../tools/errors.ts'
import type { Driven, Machine, Work } from './driver.ts'
import type { Log, Store } from './log.ts'
import { createMemoryStore } from './memory.ts'
import { Node } from './node.ts'

type Count = { type: 'add' }

interface Counting {
  accepts?: Machine<number, Count>['accepts']
  /** Called with each new driver; what it throws or does is the work. */
  begin?: (driven: Driven<number, Count>) => Partial<Work<Count>>
  scanEvery?: number
}

/** A machine whose state is the number of its events, and whose streams only wait. */
function register(store: Store, { accepts, begin, scanEvery = 10 }: Counting = {}) {
  const errors: unknown[] = []
  const began: string[] = []
  const machine: Machine<number, Count> = {
    kind: 'count',
    idle: 20,
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
  }
  const kind = Node.register(store, machine, { leaseTtl: 100, scanEvery })
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

test('a node drives due streams as soon as it starts, before its first interval', async () => {
  const store = createMemoryStore()
  await store.log<Count>('count').create('a', { about: null, events: [], dueAt: 0 })
  const { kind, began } = register(store, { scanEvery: 60_000 })
  await kind.start()
  await vi.waitFor(() => expect(began).toEqual(['a']))
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

test('a step is performed only after the fence was checked, once the lease is no longer sure', async () => {
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
  await expect(runStep('step', step, {} as never)).rejects.toThrow('another node drives it')
  vi.restoreAllMocks()
  expect(step).not.toHaveBeenCalled()
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

test('a write whose acknowledgement is lost is stored once', async () => {
  const memory = createMemoryStore()
  await memory.log<Count>('count').create('a', { about: null, events: [], dueAt: 0 })
  let isLost = true
  const store: Store = {
    ...memory,
    log<E>(kind: string): Log<E> {
      const log = memory.log<E>(kind)
      return {
        ...log,
        async append(id, append) {
          const appended = await log.append(id, append)
          if (!isLost || append.events.length === 0) return appended
          isLost = false
          throw new Error('the connection was cut')
        },
      }
    },
  }
  let isWritten = false
  const { kind, errors } = register(store, {
    begin: () => ({
      take() {
        if (isWritten) return {}
        isWritten = true
        return { append: { events: [add] } }
      },
    }),
  })
  await kind.start()
  await vi.waitFor(() => expect(isLost).toBe(false))
  await kind.isHere('a')
  expect((await memory.log('count').get('a'))?.head).toBe(1)
  expect(errors).toEqual([])
})
