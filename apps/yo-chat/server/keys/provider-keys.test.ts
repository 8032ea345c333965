import { createMemoryStore, type Log, type Store } from '@sweatpants/framework/log'
import { expect, onTestFinished, test, vi } from 'vitest'
import { KEYED, ProviderKeys } from './provider-keys.ts'

const [anthropic, openai] = KEYED
const FIRST = 'sk-ant-the-first-key-of-the-loopback'
const SECOND = 'sk-ant-the-second-key-of-the-loopback'
const HOUR = 3_600_000

const open = (store: Store) => ProviderKeys.open({ store, keys: ['s'.repeat(32)], env: {} })

/** The same store, with some methods of its logs replaced. */
const withLog = (store: Store, replace: (log: Log<unknown>) => Partial<Log<unknown>>): Store => ({
  ...store,
  log: <E>(kind: string) => {
    const log = store.log<unknown>(kind)
    return { ...log, ...replace(log) } as Log<E>
  },
})

/** Keeps everything that was ever written to a stream until the stream is deleted, as NATS does. */
function withHistory(store: Store) {
  const written = new Map<string, string[]>()
  const note = (id: string, write: unknown) => written.set(id, [...(written.get(id) ?? []), JSON.stringify(write)])
  const keeping = withLog(store, (log) => ({
    create: (id, stream) => {
      note(id, stream)
      return log.create(id, stream)
    },
    append: (id, append) => {
      note(id, append)
      return log.append(id, append)
    },
    delete: (id) => {
      written.delete(id)
      return log.delete(id)
    },
  }))
  const countSealed = () => [...written.values()].flat().filter((write) => write.includes('apikey1')).length
  return { store: keeping, countSealed }
}

const countStreams = async (store: Store) => (await store.log('provider-keys').list(undefined)).length

test('a key that was replaced or removed is not in the history of the store', async () => {
  const { store, countSealed } = withHistory(createMemoryStore())
  const keys = await open(store)
  await keys.set(anthropic!, FIRST)
  await keys.set(openai!, FIRST)
  expect(countSealed()).toBe(2)
  await keys.set(anthropic!, SECOND)
  expect(countSealed()).toBe(2)
  await keys.remove(openai!)
  expect(countSealed()).toBe(1)
  expect(keys.env).toEqual({ ANTHROPIC_API_KEY: SECOND })
  await keys.remove(anthropic!)
  expect(countSealed()).toBe(0)
  expect(keys.env).toEqual({})
})

test.for<[string, 'append' | 'delete', string]>([
  ['before the index names the new key keeps the old one', 'append', FIRST],
  ['before the old key is deleted has the new one', 'delete', SECOND],
])('a process that is killed %s, and what it left is deleted later', async ([, method, expected]) => {
  const store = createMemoryStore()
  await (await open(store)).set(anthropic!, FIRST)
  const killed = await open(
    withLog(store, () => ({
      [method]: () => {
        throw new Error('killed')
      },
    })),
  )
  await expect(killed.set(anthropic!, SECOND)).rejects.toThrow('killed')
  expect((await open(store)).env).toEqual({ ANTHROPIC_API_KEY: expected })
  expect(await countStreams(store)).toBe(3)
  const later = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR)
  onTestFinished(() => later.mockRestore())
  expect((await open(store)).env).toEqual({ ANTHROPIC_API_KEY: expected })
  expect(await countStreams(store)).toBe(2)
})

test('watchers of another process hear of each change, and read it', async () => {
  const store = createMemoryStore()
  const [one, other] = [await open(store), await open(store)]
  const heard = vi.fn()
  onTestFinished(other.watch(heard))
  await one.set(anthropic!, FIRST)
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
  await other.read()
  expect(other.env).toEqual({ ANTHROPIC_API_KEY: FIRST })
  heard.mockClear()
  await one.remove(anthropic!)
  await vi.waitFor(() => expect(heard).toHaveBeenCalled())
  await other.read()
  expect(other.env).toEqual({})
})

/** A store in which one read of a stream takes until `release` is called. */
function createSlowStore(store: Store) {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  const slow = { isNext: (_: string) => false, release, store }
  slow.store = withLog(store, (log) => ({
    async get(id) {
      const isSlow = slow.isNext(id)
      if (isSlow) slow.isNext = () => false
      const before = await log.get(id)
      if (!isSlow) return before
      await promise
      return id === 'index' ? before : log.get(id)
    },
  }))
  return slow
}

test('a slow read does not bring back keys that were replaced meanwhile', async () => {
  const store = createMemoryStore()
  const slow = createSlowStore(store)
  const keys = await open(slow.store)
  const other = await open(store)
  await other.set(openai!, FIRST)
  slow.isNext = (id) => id === 'index'
  const reading = keys.read()
  await other.set(anthropic!, SECOND)
  await keys.read()
  slow.release()
  await reading
  expect(keys.env).toEqual({ ANTHROPIC_API_KEY: SECOND, OPENAI_API_KEY: FIRST })
})

test('a key that is replaced while it is read is read anew', async () => {
  const store = createMemoryStore()
  const slow = createSlowStore(store)
  const keys = await open(slow.store)
  const other = await open(store)
  await other.set(anthropic!, FIRST)
  slow.isNext = (id) => id !== 'index'
  const reading = keys.read()
  await other.set(anthropic!, SECOND)
  slow.release()
  await reading
  expect(keys.env).toEqual({ ANTHROPIC_API_KEY: SECOND })
})
