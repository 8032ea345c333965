import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { createSqliteStore } from './sqlite.ts'

const directory = mkdtempSync(join(tmpdir(), 'sqlite-store-'))
afterAll(() => rmSync(directory, { recursive: true }))

test('one file holds runs, and logs of several kinds', async () => {
  const path = join(directory, 'nested', 'all.db')
  const store = createSqliteStore({ path })
  await store.runs.put('a', { expiresAt: 1, data: 'a run' })
  await store.log<string>('chat').create('a', { about: 'a chat', events: ['hello'] })
  await store.log<string>('debate').create('a', { about: 'a debate', events: ['topic', 'round'] })
  await store.log('chat').delete('a')
  await store.close()

  const again = createSqliteStore(path)
  expect(await again.runs.get('a')).toEqual({ expiresAt: 1, data: 'a run' })
  expect(await again.log('chat').get('a')).toBeUndefined()
  expect(await again.log('debate').get('a')).toMatchObject({ about: 'a debate', head: 2 })
  await again.close()
})

test('a node that drives sessions of one kind is not thereby alive for another', async () => {
  const store = createSqliteStore(':memory:')
  for (const kind of ['chat', 'debate']) {
    await store.log(kind).create('a', { about: null, events: [] })
    await store.log(kind).acquire('a', 'one')
  }
  await store.log('chat').beat('one', 60_000)
  expect(await store.log('chat').acquire('a', 'two')).toBeUndefined()
  expect(await store.log('debate').acquire('a', 'two')).toBeGreaterThan(0)
  await store.close()
})

test('a file of version 1 keeps its runs, and gets the tables of logs', async () => {
  const path = join(directory, 'version-1.db')
  const old = new DatabaseSync(path)
  old.exec(`
    create table journals (
      run_id text primary key, revision integer not null, header text not null, progress text not null, length integer not null
    ) strict;
    create table entries (
      run_id text not null references journals (run_id) on delete cascade, position integer not null, entry text not null,
      primary key (run_id, position)
    ) strict;
    create table records (run_id text primary key, expires_at real not null, data text not null) strict;
    create index records_by_expiry on records (expires_at);
    insert into journals values ('run-1', 7, '{"format":1}', '{"asked":{}}', 1);
    insert into entries values ('run-1', 0, '{"type":"halted"}');
    insert into records values ('run-1', 5, '"kept"');
    pragma user_version = 1;
  `)
  old.close()

  const store = createSqliteStore(path)
  expect(await store.runs.get('run-1')).toEqual({ expiresAt: 5, data: 'kept' })
  expect(await store.runs.journal('run-1').read()).toEqual({
    revision: 7,
    header: { format: 1 },
    entries: [{ type: 'halted' }],
    progress: { asked: {} },
  })
  await store.log('chat').create('a', { about: null, events: [] })
  await store.close()
})

test('the file is checked for changes only while somebody watches, and not once it is closed', async () => {
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

test('closing the runs closes the file, and can be done twice', async () => {
  const store = createSqliteStore(':memory:')
  await store.runs.close()
  await store.close()
  expect(() => store.log('chat').get('a')).toThrow('finalized')
})

test('of sessions that changed at the same moment, the latest begun comes first', async () => {
  const store = createSqliteStore({ path: ':memory:', now: () => 7 })
  const log = store.log('chat')
  for (const sessionId of ['b', 'c', 'a']) await log.create(sessionId, { about: null, events: [] })
  expect(await log.list(undefined)).toMatchObject([{ sessionId: 'a' }, { sessionId: 'c' }, { sessionId: 'b' }])
  await store.close()
})

test('what was asked for before closing is written', async () => {
  const path = join(directory, 'closing.db')
  const store = createSqliteStore(path)
  const log = store.log<string>('chat')
  const creating = log.create('a', { about: null, events: ['first'] })
  const appending = log.append('a', { events: ['second'] })
  await store.close()
  expect(await creating).toEqual({ lsn: 1, repeated: false })
  expect(await appending).toEqual({ lsn: 2, repeated: false })
  await expect(async () => log.append('a', { events: ['third'] })).rejects.toThrow('not open')

  const again = createSqliteStore(path)
  expect(await again.log('chat').read('a', 0)).toHaveLength(2)
  await again.close()
})
