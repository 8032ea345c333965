import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSqliteStore } from './sqlite.ts'
import { openDatabase } from './sqlite-database.ts'
import { SqliteWatchers } from './sqlite-watchers.ts'

const directory = mkdtempSync(join(tmpdir(), 'sqlite-store-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('one file keeps logs of several kinds', async () => {
  const path = join(directory, 'nested', 'all.db')
  const store = createSqliteStore({ path })
  await store.log<string>('chat').create('a', { about: 'a chat', events: ['hello'] })
  await store.log<string>('debate').create('a', { about: 'a debate', events: ['topic', 'round'] })
  await store.log('chat').delete('a')
  await store.close()

  const again = createSqliteStore(path)
  expect(await again.log('chat').get('a')).toBeUndefined()
  expect(await again.log('debate').get('a')).toMatchObject({ about: 'a debate', head: 2 })
  await again.close()
})

test('a store is durable unless it is in memory', async () => {
  const stores = [join(directory, 'durable.db'), ':memory:'].map((path) => createSqliteStore(path))
  expect(stores.map(({ isDurable }) => isDurable)).toEqual([true, false])
  for (const store of stores) await store.close()
})

test('a clock that is set does not end a lease, and one of an earlier boot is over', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const path = join(directory, 'clock.db')
  const store = createSqliteStore(path)
  await store.log('chat').create('a', { about: null, events: [] })
  await store.leases.beat('one', 10_000)
  await store.leases.acquire({ kind: 'chat', id: 'a' }, 'one')
  for (const step of [3_600_000, -7_200_000]) {
    vi.setSystemTime(Date.now() + step)
    expect(await store.leases.acquire({ kind: 'chat', id: 'a' }, 'two')).toBeUndefined()
  }
  using database = new DatabaseSync(path)
  database.exec('update nodes set alive_until = alive_until + 86400000')
  expect(await store.leases.acquire({ kind: 'chat', id: 'a' }, 'two')).toBeGreaterThan(0)
  await store.close()
})

test('a file is checked for commits of other processes only while a stream is watched and the store is open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const store = createSqliteStore(':memory:')
  const stops = ['chat', 'debate'].map((kind) => store.log(kind).watch('a', () => {}))
  expect(vi.getTimerCount()).toBe(1)
  for (const stop of stops) stop()
  expect(vi.getTimerCount()).toBe(0)
  store.log('chat').watch('a', () => {})
  await store.close()
  expect(vi.getTimerCount()).toBe(0)
})

test('an error of the check for commits of other processes is reported once, and does not end the process', () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const problems: unknown[] = []
  using database = openDatabase(':memory:')
  const watchers = new SqliteWatchers(database, (error) => problems.push(error))
  watchers.add('key', () => {})
  database.close()
  vi.advanceTimersByTime(5_000)
  expect(problems).toMatchObject([{ message: 'the store is closed' }])
  watchers.close()
  // `using` closes it once more.
  database.open()
})

test('a store can be closed twice', async () => {
  const store = createSqliteStore(':memory:')
  await store.close()
  await store.close()
  expect(() => store.log('chat').get('a')).toThrow('the store is closed')
})

test('streams that changed at the same moment are listed in the reverse order of their creation', async () => {
  const store = createSqliteStore({ path: ':memory:', now: () => 7 })
  const log = store.log('chat')
  for (const id of ['b', 'c', 'a']) await log.create(id, { about: null, events: [] })
  expect(await log.list(undefined)).toMatchObject([{ id: 'a' }, { id: 'c' }, { id: 'b' }])
  await store.close()
})

test('a write that waits when the store is closed is stored', async () => {
  const path = join(directory, 'closing.db')
  const store = createSqliteStore(path)
  const log = store.log<string>('chat')
  const creating = log.create('a', { about: null, events: ['first'] })
  const appending = log.append('a', { events: ['second'] })
  await store.close()
  expect(await creating).toEqual({ lsn: 1, repeated: false })
  expect(await appending).toEqual({ lsn: 2, repeated: false })
  await expect(async () => log.append('a', { events: ['third'] })).rejects.toThrow('the store is closed')

  const again = createSqliteStore(path)
  expect(await again.log('chat').read('a', 0)).toHaveLength(2)
  await again.close()
})

test('no statement of a store reads all rows of a table or sorts them', async () => {
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare')
  onTestFinished(() => void prepare.mockRestore())
  const path = join(directory, 'plans.db')
  await createSqliteStore(path).close()
  const statements = prepare.mock.calls.map(([sql]) => sql).filter((sql) => /^(select|insert|update|delete)/.test(sql))
  expect(statements.length).toBeGreaterThan(20)
  using database = new DatabaseSync(path)
  for (const sql of statements) {
    const plan = database.prepare(`explain query plan ${sql}`).all()
    const steps = plan
      .map(({ detail }) => detail)
      .filter((detail) => !/^SCAN (nodes|fences|json_each|counted|w VIRTUAL TABLE INDEX \d+:M)/.test(`${detail}`))
    expect(steps.join('\n'), sql).not.toMatch(/^SCAN|TEMP B-TREE/m)
  }
})
