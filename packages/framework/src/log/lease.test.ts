import { afterEach, expect, test, vi } from 'vitest'
import { StoreError } from '../tools/errors.ts'
import { Lease } from './lease.ts'
import { createMemoryStore } from './memory.ts'

const TTL = 1_000

/** A lease under clocks that the test sets. */
async function createLease() {
  const clocks = { wall: 1_000_000, monotonic: 5_000 }
  vi.spyOn(Date, 'now').mockImplementation(() => clocks.wall)
  vi.spyOn(performance, 'now').mockImplementation(() => clocks.monotonic)
  const lease = new Lease(createMemoryStore().leases, 'node', TTL)
  return { clocks, lease }
}

afterEach(() => vi.restoreAllMocks())

test('a lease is not sure before the first heartbeat', async () => {
  const { lease } = await createLease()
  expect(lease.isSure()).toBe(false)
})

test('a lease is sure for most of its ttl after a heartbeat', async () => {
  const { clocks, lease } = await createLease()
  await lease.beat()
  clocks.wall += 700
  clocks.monotonic += 700
  expect(lease.isSure()).toBe(true)
  clocks.wall += 200
  clocks.monotonic += 200
  expect(lease.isSure()).toBe(false)
})

test.each([
  ['wall clock steps forward', { wall: TTL, monotonic: 0 }],
  ['wall clock steps back', { wall: -1, monotonic: 0 }],
  ['process was suspended', { wall: TTL, monotonic: TTL }],
  ['wall clock was set back while the process was suspended', { wall: 10, monotonic: TTL }],
])('a lease is not sure after the %s', async (_, step) => {
  const { clocks, lease } = await createLease()
  await lease.beat()
  clocks.wall += step.wall
  clocks.monotonic += step.monotonic
  expect(lease.isSure()).toBe(false)
})

test('a lease counts from when the heartbeat was sent, not from when it was acknowledged', async () => {
  const { clocks } = await createLease()
  const slow = new Lease(
    {
      ...createMemoryStore().leases,
      beat() {
        clocks.wall += TTL
        clocks.monotonic += TTL
      },
    },
    'node',
    TTL,
  )
  await slow.beat()
  expect(slow.isSure()).toBe(false)
})

test('what was done while a stream was held counts, also if the release gets no answer', async () => {
  const store = createMemoryStore()
  const log = store.log('task')
  await log.create('a', { about: null, events: [] })
  const release = () => Promise.reject(new StoreError('the store does not answer'))
  const lease = new Lease({ ...store.leases, release }, 'node', TTL)
  const act = async (fence: number) => log.append('a', { events: [1], fence })
  expect(await lease.hold({ kind: 'task', id: 'a' }, act)).toEqual({ result: { lsn: 1, repeated: false } })
  const fail = () => Promise.reject(new Error('refused'))
  await expect(lease.hold({ kind: 'task', id: 'a' }, fail)).rejects.toThrow('refused')
})
