import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { TcpProxy } from '../../../../test/faults/proxy.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import { createPostgresStore } from './postgres.ts'
import { createDatabase, loadDriver } from './postgres-database.ts'
import { Listener } from './postgres-listener.ts'

let postgres: TestPostgres
let schema: string
let drop: () => Promise<void>
let admin: pg.Client
beforeAll(async () => {
  postgres = await startPostgres()
})
beforeEach(async () => {
  ;({ schema, drop } = createTemporarySchema(postgres.url))
  admin = new pg.Client(postgres.url)
  await admin.connect()
})
afterEach(async () => {
  await drop()
  await admin.end()
})
afterAll(() => postgres.stop())

/** Returns a listener, and a promise of its next call. */
function createWatcher() {
  let wake = () => {}
  return {
    listener: () => wake(),
    woken() {
      const { promise, resolve } = Promise.withResolvers<void>()
      wake = resolve
      return promise
    },
  }
}

const openStore = () => createPostgresStore({ url: postgres.url, schema })

async function openListener(url: string, checkInterval: number) {
  const database = createDatabase(await loadDriver(), { url, schema, poolSize: 1 })
  const listener = new Listener(database, { checkInterval })
  await listener.start()
  const close = () => Promise.all([listener.close(), database.pool.end()])
  return { listener, [Symbol.asyncDispose]: async () => void (await close()) }
}

/** Ends the listening connections; resolves to their number. */
async function endListening(): Promise<number> {
  const { rows } = await admin.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where query like $1 and pid <> pg_backend_pid()',
    [`listen "${schema}"`],
  )
  return rows.length
}

test('a node that lost its listening connection wakes its watchers and is notified again', async () => {
  const writer = await openStore()
  const log = writer.log<string>('chat')
  await log.create('a', { about: null, events: [] })
  const reader = await openStore()
  const { listener, woken } = createWatcher()
  reader.log('chat').watch('a', listener)

  for (let round = 0; round < 3; round++) {
    const reconnected = woken()
    expect(await endListening()).toBeGreaterThan(0)
    await reconnected
    const told = woken()
    await log.append('a', { events: ['one'] })
    await told
  }
  await Promise.all([writer.close(), reader.close()])
})

test('a notification that was lost with its connection is sent on the next one', async () => {
  await using proxy = await TcpProxy.openFor(postgres.url)
  await using writer = await openListener(proxy.through(postgres.url), 60_000)
  await using reader = await openListener(postgres.url, 60_000)
  const { listener, woken } = createWatcher()
  reader.listener.watch('chat', 'a', listener)
  const told = woken()
  proxy.freeze()
  writer.listener.tell('chat', 'a')
  writer.listener.tell('chat', 'b')
  proxy.cut()
  await told
  await writer.listener.close()
})

test('a notification that no node has sent is ignored, and the next one is received', async () => {
  await using reader = await openListener(postgres.url, 60_000)
  await using writer = await openListener(postgres.url, 60_000)
  const heard = new Promise((resolve) => reader.listener.listen('chat', 'a', resolve))
  for (const payload of [
    '',
    '[',
    '[]',
    '["6/chat/a"]',
    '["4/chat/a","["]',
    '["4/chat/a","null"]',
    '["4/chat/a","{}"]',
  ]) {
    await admin.query('select pg_notify($1, $2)', [schema, payload])
  }
  writer.listener.broadcast('chat', 'a', '{"after":1,"event":"hi"}')
  expect(await heard).toEqual({ after: 1, event: 'hi' })
})

test('a watcher on the node that appends is woken without the database', async () => {
  const store = await openStore()
  const log = store.log<string>('chat')
  await log.create('a', { about: null, events: [] })
  let calls = 0
  log.watch('a', () => void calls++)
  await log.append('a', { events: ['one'] })
  await Promise.resolve()
  expect(calls).toBe(1)
  await store.close()
  expect(calls).toBe(1)
})

test('an append without a notification is found by the next check', async () => {
  const store = await openStore()
  await store.log('chat').create('a', { about: null, events: [] })
  await store.close()
  await using reader = await openListener(postgres.url, 100)
  const { listener, woken } = createWatcher()
  reader.listener.watch('chat', 'a', listener)

  const grown = woken()
  await admin.query(
    `select "${schema}".append('chat', 'a', '["one"]', null, null, null, null, null, null, false, null, null, false, false)`,
  )
  await grown
  const gone = woken()
  await admin.query(`select "${schema}".delete_stream('chat', 'a', null, false)`)
  await gone
})

test('a half-open listening connection is replaced, and watchers are woken', async () => {
  await (await openStore()).close()
  await using proxy = await TcpProxy.openFor(postgres.url)
  await using reader = await openListener(proxy.through(postgres.url), 50)
  const { listener, woken } = createWatcher()
  reader.listener.watch('chat', 'a', listener)
  const reconnected = woken()
  proxy.freeze()
  await reconnected
  expect(proxy.connections).toBe(2)
})

test('a store whose database is gone closes at once', async () => {
  await using proxy = await TcpProxy.openFor(postgres.url)
  const store = await createPostgresStore({ url: proxy.through(postgres.url), schema })
  store.log('chat').watch('a', () => {})
  await proxy[Symbol.asyncDispose]()
  await store.close()
})
