import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { TcpProxy } from '../../../../test/faults/proxy.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import { FenceError, type Log, type Store } from '../log/log.ts'
import { StoreError } from '../tools/errors.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { createPostgresStore } from './postgres.ts'
import {
  createDatabase,
  type Database,
  GRACE,
  LOCK_SHARE,
  loadDriver,
  STATEMENT_TIMEOUT,
  type Statement,
} from './postgres-database.ts'

let postgres: TestPostgres
let schema: string
let drop: () => Promise<void>
let store: Store
let log: Log<string>
beforeAll(async () => {
  postgres = await startPostgres()
})
beforeEach(async () => {
  ;({ schema, drop } = createTemporarySchema(postgres.url))
  store = await createPostgresStore({ url: postgres.url, schema })
  log = store.log('chat')
  await log.create('a', { about: null, register: { write: 0 }, events: [] })
})
afterEach(async () => {
  await store.close()
  await drop()
})
afterAll(() => postgres.stop())

test('a write that was stored before its connection broke is rejected, and found when it is retried', async () => {
  await using proxy = await TcpProxy.openFor(postgres.url)
  const remote = await createPostgresStore({ url: proxy.through(postgres.url), schema, poolSize: 1 })
  const appendWithoutAnswer = async (write: number) => {
    proxy.mute()
    const append = { events: [`write ${write}`], commandId: `c${write}`, register: { write } }
    const appending = remote.log<string>('chat').append('a', append)
    while ((await log.get('a'))!.head < write) await setImmediate()
    proxy.cut()
    await expectStoreError(appending, /ECONNRESET|Connection terminated/)
    return append
  }
  await remote.log('chat').get('a')
  const command = await appendWithoutAnswer(1)
  expect(await remote.log<string>('chat').append('a', command)).toEqual({ lsn: 1, repeated: true })
  await appendWithoutAnswer(2)
  expect(await remote.log('chat').get('a')).toMatchObject({ head: 2, register: { write: 2 } })
  await remote.close()
})

test('a takeover waits for a run that is being created', async () => {
  const fence = (await store.leases.acquire({ kind: 'chat', id: 'a' }, 'one'))!
  await using client = await connect()
  await client.query('begin')
  const run = `'run', 'r', null, 'null', null, '[]', null, null, null, 'chat', 'a', ${fence}`
  await client.query(`select "${schema}".create_stream(${run})`)
  const takingOver = store.leases.acquire({ kind: 'chat', id: 'a' }, 'two')
  await expectToWait(takingOver)
  await client.query('commit')
  expect(await takingOver).toBeGreaterThan(fence)
  expect(await store.log('run').get('r')).toMatchObject({ id: 'r' })
})

test('a run is refused when a takeover is committed while it is created', async () => {
  const fence = (await store.leases.acquire({ kind: 'chat', id: 'a' }, 'one'))!
  await using client = await connect()
  await client.query('begin')
  await client.query(`update "${schema}".streams set fence = fence + 1`)
  const under = { kind: 'chat', id: 'a', fence }
  const creating = Promise.resolve(store.log('run').create('r', { about: null, events: [], under }))
  await expectToWait(creating)
  await client.query('commit')
  await expect(creating).rejects.toThrow(FenceError)
})

test('a command that another transaction appends at the same time is a repeat', async () => {
  await using client = await connect()
  await client.query('begin')
  const append = `'chat', 'a', '["one"]', null, 'c', null, null, null, null, false, null, null, false, false`
  await client.query(`select "${schema}".append(${append})`)
  const appending = Promise.resolve(log.append('a', { events: ['two'], commandId: 'c' }))
  await expectToWait(appending)
  await client.query('commit')
  expect(await appending).toEqual({ lsn: 1, repeated: true })
})

test('two nodes that collect at once share the expired streams', async () => {
  for (const id of ['b', 'c', 'd']) await log.create(id, { about: null, events: [], expiresAt: 1 })
  await using client = await connect()
  await client.query('begin')
  await client.query(`select "${schema}".collect_streams(2)`)
  expect(await store.leases.collect(10)).toBe(1)
  await client.query('commit')
  expect(await store.leases.collect(10)).toBe(0)
  expect(await log.count(undefined)).toBe(1)
})

test('the result of a statement is not kept while the store is open', async () => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  const database = createDatabase(await loadDriver(), { url: postgres.url, schema, poolSize: 1 })
  const select = database.prepare('select 1 as one')
  const result = new WeakRef(await select())
  await select()
  await expect
    .poll(() => {
      collect()
      return result.deref()
    })
    .toBeUndefined()
  await database.end()
})

describe('on half-open connections', () => {
  const TIMEOUT = 1_500
  let proxy: TcpProxy
  let database: Database
  let select: Statement<{ one: number }>
  let sleep: Statement<unknown>
  beforeEach(async () => {
    proxy = await TcpProxy.openFor(postgres.url)
    const options = { url: proxy.through(postgres.url), schema, poolSize: 3, timeout: TIMEOUT - GRACE }
    database = createDatabase(await loadDriver(), options)
    select = database.prepare('select 1 as one')
    sleep = database.prepare('select pg_sleep($1)')
    await Promise.all([sleep(0.05), sleep(0.05), sleep(0.05)])
  })
  afterEach(async () => {
    await database.pool.end()
    await proxy[Symbol.asyncDispose]()
  })

  test('one statement fails, and those after it use new connections', async () => {
    proxy.freeze()
    await expectStoreError(select(), `Postgres did not answer within ${TIMEOUT} ms`)
    const start = performance.now()
    for (let i = 0; i < 3; i++) expect(await select()).toEqual([{ one: 1 }])
    expect(performance.now() - start).toBeLessThan(TIMEOUT)
  })

  test('a statement that waits fails as soon as a later one was answered on a new connection', async () => {
    const quick = database.prepare('select 2', () => TIMEOUT / 3)
    proxy.freeze()
    const start = performance.now()
    const waiting = expectStoreError(select(), 'Connection terminated')
    await wait(10)
    await expectStoreError(quick(), 'did not answer')
    await quick()
    await waiting
    expect(performance.now() - start).toBeLessThan(TIMEOUT)
  })

  test('a result that arrived while the process was suspended is used', async () => {
    const sleeping = sleep(0.2)
    await wait(50)
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1.5 * TIMEOUT)
    expect(await sleeping).toHaveLength(1)
  })

  test('a heartbeat fails early enough for the next one to keep the lease', async () => {
    const remote = await createPostgresStore({ url: proxy.through(postgres.url), schema })
    await remote.leases.beat('one', 3_000)
    await remote.leases.acquire({ kind: 'chat', id: 'a' }, 'one')
    proxy.freeze()
    await expectStoreError(remote.leases.beat('one', 3_000), 'Postgres did not answer within 1000 ms')
    expect((await log.get('a'))?.isDriven).toBe(true)
    await remote.leases.beat('one', 3_000)
    proxy.thaw()
    await remote.close()
  })

  test('a store closes within seconds, and fails the statements that run', async () => {
    const remote = await createPostgresStore({ url: proxy.through(postgres.url), schema, poolSize: 1 })
    proxy.freeze({ andNew: true })
    const reading = Promise.all([remote.log('chat').get('a'), remote.log('chat').get('b')])
    const failed = expect(reading).rejects.toThrow('the store is closed')
    const start = performance.now()
    await remote.close()
    await failed
    expect(performance.now() - start).toBeLessThan(5_000)
  })
})

test.each(['streams', 'records', 'nodes'])(
  'a locked table %s fails statements after the timeout, and the next ones are served',
  async (table) => {
    // A heartbeat has a timeout of its own, which is shorter than the default.
    const timeout = table === 'nodes' ? STATEMENT_TIMEOUT : 2_000
    const hasty = await createPostgresStore({ url: postgres.url, schema, timeout })
    await using client = await connect()
    await client.query(`begin; lock table "${schema}".${table} in access exclusive mode`)
    const start = performance.now()
    const failing =
      table === 'nodes' ? hasty.leases.beat('one', 9_000) : hasty.log('chat').append('a', { events: ['x'] })
    await expectStoreError(failing, 'lock timeout', BUSY)
    // With the default timeout a statement waits longer for a lock.
    expect(performance.now() - start).toBeLessThan(LOCK_SHARE * STATEMENT_TIMEOUT)
    await client.query('rollback')
    await hasty.leases.beat('one', 3_000)
    expect(await hasty.log('chat').append('a', { events: ['y'] })).toMatchObject({ lsn: 1 })
    await hasty.close()
  },
)

test('the server ends a transaction that its node left open, so that its locks are released', async () => {
  const driver = await loadDriver()
  const database = createDatabase(driver, { url: postgres.url, schema, poolSize: 1 })
  const [row] = await database.prepare<Record<string, string>>(
    `select current_setting('idle_in_transaction_session_timeout') as idle, current_setting('statement_timeout') as statement,
       current_setting('lock_timeout') as lock, current_setting('tcp_keepalives_idle') as keepalive`,
  )()
  expect(row).toEqual({ idle: '1min', statement: '8s', lock: '6s', keepalive: '10' })
  await database.end()
})

test('a statement on a half-open connection fails within 10 seconds with the default timeout', () => {
  expect(STATEMENT_TIMEOUT + GRACE).toBeLessThan(10_000)
})

test('a quiet append, or the creation of a run, sends no notification', async () => {
  await using client = await connect()
  const payloads: (string | undefined)[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  client.on('notification', ({ payload }) => {
    payloads.push(payload)
    if (payload?.endsWith('last')) resolve()
  })
  await client.query(`listen "${schema}"`)
  const fence = (await store.leases.acquire({ kind: 'chat', id: 'a' }, 'one'))!
  await log.append('a', { events: ['quiet'], fence, register: 1, isQuiet: true })
  await store.log('run').create('r', { about: null, events: ['entry'], under: { kind: 'chat', id: 'a', fence } })
  await log.append('a', { events: [], fence, dueAt: 0, release: true })
  await log.create('last', { about: null, events: [] })
  await promise
  expect(payloads).toEqual(['4/chat/last'])
})

test('an append that changes no time updates no index', async () => {
  await using client = await connect()
  await client.query('begin')
  for (const isQuiet of [true, false, true]) {
    const append = `'chat', 'a', '["one"]', null, null, null, null, null, '{}', false, null, null, false, ${isQuiet}`
    await client.query(`select "${schema}".append(${append})`)
  }
  const { rows } = await client.query(
    'select n_tup_upd::int as updated, n_tup_hot_upd::int as hot from pg_stat_xact_user_tables where schemaname = $1 and relname = $2',
    [schema, 'streams'],
  )
  await client.query('rollback')
  expect(rows).toEqual([{ updated: 3, hot: 3 }])
})

test('a driver that opens its stream again writes nothing', async () => {
  const fence = (await store.leases.acquire({ kind: 'chat', id: 'a' }, 'one'))!
  await using client = await connect()
  await client.query('begin')
  await client.query(`select "${schema}".open_stream('chat', 'a', $1)`, [fence])
  const { rows } = await client.query('select pg_current_xact_id_if_assigned() as id')
  await client.query('rollback')
  expect(rows).toEqual([{ id: null }])
})

const UNREACHABLE = 'the store cannot be reached; try again later'
const BUSY = 'the store is busy: a lock was not released in time; try again later'

/** Resolves when the promise rejects with the message for clients, and the words of the driver as the cause. */
async function expectStoreError(failing: MaybePromise<unknown>, cause: string | RegExp, message = UNREACHABLE) {
  const error = await Promise.resolve(failing).then(
    () => undefined,
    (error: StoreError & { cause: Error }) => error,
  )
  expect(error).toBeInstanceOf(StoreError)
  expect(error!.message).toBe(message)
  expect(error!.cause.message).toMatch(cause)
}

/** Resolves when the write waits for a lock of another transaction; throws when it is done without. */
async function expectToWait(writing: MaybePromise<unknown>): Promise<void> {
  await using client = await connect()
  let isDone = false
  const finish = () => {
    isDone = true
  }
  Promise.resolve(writing).then(finish, finish)
  const text = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%' || $1 || '%'`
  while ((await client.query(text, [schema])).rowCount === 0) expect(isDone).toBe(false)
}

async function connect() {
  const client = new pg.Client(postgres.url)
  await client.connect()
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() })
}
