import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDistant } from '../../../../test/faults/distant.ts'
import { TcpProxy } from '../../../../test/faults/proxy.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import type { Store } from '../log/log.ts'
import { createRunJournal } from '../log/run-journal.ts'
import { journalContract } from '../testing/journal-contract.ts'
import { logContract } from '../testing/log-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createEncryptedStore } from './encrypted.ts'
import { createPostgresStore } from './postgres.ts'
import { createDatabase, type Database, loadDriver } from './postgres-database.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

function createStorage() {
  const { url } = postgres
  const { schema, drop } = createTemporarySchema(url)
  const opened: Store[] = []
  const open = async (through = url) => {
    const store = await createPostgresStore({ url: through, schema, poolSize: 4 })
    opened.push(store)
    return store
  }
  const close = async () => {
    for (const store of opened) await store.close()
    await drop()
  }
  return { url, schema, open, close, [Symbol.asyncDispose]: close }
}

describeContract(
  'the journal of a run in Postgres',
  journalContract(async () => {
    const { open, close } = createStorage()
    const store = await open()
    return { open: () => createRunJournal(store, 'run-1'), close }
  }),
)

describe('postgres', () => {
  let storage: ReturnType<typeof createStorage>
  let nodes: Store[]
  let database: Database
  beforeAll(async () => {
    storage = createStorage()
    nodes = [await storage.open(), await storage.open()]
    database = createDatabase(await loadDriver(), { ...storage, poolSize: 1 })
  })
  afterAll(async () => {
    await database.pool.end()
    await storage.close()
  })

  // Empties the tables for each case, which is faster than another schema.
  const empty = async () => {
    const { name } = database
    const records = ['streams', 'records', 'commands', 'snapshots', 'runs', 'nodes', 'texts', 'indexed']
    const tables = [...records, 'questions', 'recipients'].map((table) => `${name}.${table}`)
    await database.pool.query(`truncate ${tables}`)
    const advance = async (ms: number) => {
      // The clock of the server cannot be set; its leases can.
      if (ms < 0) await database.pool.query(`update ${name}.nodes set alive_until = alive_until - $1`, [ms])
      else await delay(ms)
    }
    const distant = async () => {
      const proxy = await TcpProxy.openFor(storage.url)
      return createDistant(await storage.open(proxy.through(storage.url)), proxy)
    }
    /** Ends the processes of the server that have a transaction of the stores. */
    const failOver = async () => {
      const others = `datname = current_database() and pid <> pg_backend_pid() and query like '%${storage.schema}%'`
      await database.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity where ${others}`)
    }
    return { open: () => nodes[0]!, again: () => nodes[1]!, advance, distant, failOver }
  }
  describeContract('two stores on one schema', logContract(empty, { hasServer: true }))

  const emptyEncrypted = async () => {
    const storage = await empty()
    const encrypt = (store: Store) => createEncryptedStore(store, ['k'.repeat(32)])
    return { ...storage, open: () => encrypt(storage.open()), again: () => encrypt(storage.again()) }
  }
  describeContract('two encrypted stores on one schema', logContract(emptyEncrypted))
})

describe('a postgres store', () => {
  test('a place of a list that is larger than any number of a row begins the list', async () => {
    await using storage = createStorage()
    const store = await storage.open()
    const run = { tool: 'book', state: 'running', startedAt: 1 } as const
    await store.log('task').create('listed', { about: null, events: [], run })
    const page = await store.runs.list({ after: `1-${'9'.repeat(20)}` })
    expect(page.runs).toMatchObject([{ id: 'listed' }])
  })

  test('keeps logs of several kinds in its own schema', async () => {
    await using storage = createStorage()
    const store = await storage.open()
    await store.log<string>('chat').create('a', { about: 'a chat', events: ['hello'] })
    await store.log<string>('debate').create('a', { about: 'a debate', events: ['topic', 'round'] })
    await store.log('chat').delete('a')
    await store.close()

    const again = await storage.open()
    expect(await again.log('chat').get('a')).toBeUndefined()
    expect(await again.log('debate').get('a')).toMatchObject({ about: 'a debate', head: 2 })
    await using elsewhere = createStorage()
    expect(await (await elsewhere.open()).log('debate').get('a')).toBeUndefined()
  })

  test('stores names and texts that a column of Postgres cannot', async () => {
    await using storage = createStorage()
    const store = await storage.open()
    const names = ['\0', 'half \ud83e', 'half \udd9c', 'half \ufffd', '"', '"\\u0000"', '\\', 'a\nb']
    for (const name of names) {
      const log = store.log<string>(name)
      await log.create(name, { principal: name, about: name, events: [name] })
      await log.append(name, { events: [], commandId: name, dueAt: 0 })
      await log.keepSnapshot(name, 1, { [name]: name })
    }
    for (const name of names) {
      const log = store.log<string>(name)
      const record = { id: name, principal: name, about: name, head: 1 }
      expect(await log.list(name)).toEqual([expect.objectContaining(record)])
      expect(await log.read(name, 0)).toEqual([{ lsn: 1, event: name }])
      expect(await log.find(name, name)).toBe(1)
      expect(await log.snapshot(name)).toEqual({ lsn: 1, state: { [name]: name } })
      const ref = { kind: name, id: name }
      expect(await store.leases.due([ref.kind], 9)).toContainEqual(ref)
      await store.leases.beat(name, 60_000)
      expect(await store.leases.acquire(ref, name)).toBeGreaterThan(0)
      expect(await store.leases.acquire(ref, `not ${name}`)).toBeUndefined()
    }
  })

  test('a deleted stream leaves no rows behind', async () => {
    await using storage = createStorage()
    const store = await storage.open()
    const log = store.log<string>('chat')
    await log.create('a', { about: null, events: ['one'] })
    const opens = [{ key: 'q', to: ['user:ada', 'role:manager'], body: null }]
    await log.append('a', { events: ['two'], commandId: 'c', questions: { opens } })
    await log.keepSnapshot('a', 2, 'state')
    await log.delete('a')
    const database = createDatabase(await loadDriver(), { ...storage, poolSize: 1 })
    const tables = ['streams', 'records', 'commands', 'snapshots', 'questions', 'recipients']
    for (const table of tables) {
      const count = database.prepare<{ count: number }>(`select count(*) from ${database.name}.${table}`)
      expect(await count(), table).toEqual([{ count: 0 }])
    }
    await database.pool.end()
  })

  test('finishes its writes when it is closed, and refuses later ones', async () => {
    await using storage = createStorage()
    const store = await storage.open()
    const log = store.log<string>('chat')
    await log.create('a', { about: null, events: [] })
    const appending = Array.from({ length: 200 }, () => log.append('a', { events: ['one'] }))
    await store.close()
    expect(await Promise.all(appending)).toHaveLength(200)
    await expect(log.append('a', { events: ['late'] })).rejects.toThrow('the store is closed')
    await store.close()
    expect(await (await storage.open()).log('chat').read('a', 0)).toHaveLength(200)
  })

  test.for([
    ['after it was closed', 'await store.close()'],
    ['while it is open', ''],
  ])('lets a process end %s', async ([, last]) => {
    await using storage = createStorage()
    const script = `
      import { createPostgresStore } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
      const store = await createPostgresStore(${JSON.stringify({ url: storage.url, schema: storage.schema })})
      store.log('chat').watch('a', () => {})
      await store.log('chat').create('a', { about: null, events: [] })
      ${last}`
    const child = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', script], { stdio: 'inherit' })
    expect(await once(child, 'exit')).toEqual([0, null])
  })

  test('names the server that it cannot reach, without the password', async () => {
    const opening = createPostgresStore('postgres://user:secret@127.0.0.1:1/database')
    await expect(opening).rejects.toThrow(
      'cannot open a store on Postgres at 127.0.0.1:1/database: connect ECONNREFUSED',
    )
    await expect(opening).rejects.not.toThrow('secret')
  })

  test('refuses a schema with a name that it would have to escape', async () => {
    for (const schema of ['', "it's", 'a"b', '$$', 'a'.repeat(64)]) {
      await expect(createPostgresStore({ url: postgres.url, schema })).rejects.toThrow('is no name of a schema')
    }
  })
})
