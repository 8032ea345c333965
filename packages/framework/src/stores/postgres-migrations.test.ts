import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../../../test/chat/build-server.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import { createPostgresStore } from './postgres.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

test('four nodes that start at once on an empty database create one schema', async () => {
  const { url } = postgres
  const { schema, drop } = createTemporarySchema(url)
  const stores = await Promise.all([1, 2, 3, 4].map(() => createPostgresStore({ url, schema })))
  await stores[0]!.log('chat').create('a', { about: 'one', events: [] })
  for (const store of stores) {
    expect(await store.log('chat').get('a')).toMatchObject({ about: 'one' })
    await store.close()
  }
  await drop()
})

test('a schema of a newer release is refused, and stays as it is', async () => {
  const { url } = postgres
  const { schema, drop } = createTemporarySchema(url)
  await (await createPostgresStore({ url, schema })).close()
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`update "${schema}".migrations set version = 99`)
  await expect(createPostgresStore({ url, schema })).rejects.toThrow(
    /test_\S+ has version 99, and this release knows versions up to \d+; use a newer release/,
  )
  expect((await client.query(`select version from "${schema}".migrations`)).rows).toEqual([{ version: '99' }])
  await client.end()
  await drop()
})

test('a migration that fails changes nothing', async () => {
  const { url } = postgres
  const { schema, drop } = createTemporarySchema(url)
  const client = new pg.Client(url)
  await client.connect()
  await client.query(`create schema "${schema}"; create table "${schema}".snapshots ()`)
  await expect(createPostgresStore({ url, schema })).rejects.toThrow('relation "snapshots" already exists')
  const { rows } = await client.query('select tablename from pg_tables where schemaname = $1', [schema])
  expect(rows).toEqual([{ tablename: 'snapshots' }])
  await client.end()
  await drop()
})

test('a migration that loses its connection is refused with the reason', async () => {
  const { url } = postgres
  const { schema, drop } = createTemporarySchema(url)
  const client = new pg.Client(url)
  await client.connect()
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtextextended('sweatpants ${schema}', 0))`)
  const refused = expect(createPostgresStore({ url, schema })).rejects.toThrow('terminating connection due to')
  const waiting = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and not granted`
  while ((await client.query(waiting)).rowCount === 0) await delay(10)
  await refused
  await client.end()
  await (await createPostgresStore({ url, schema })).close()
  await drop()
})

test('a store that was bundled into one file creates its schema', async () => {
  const { url } = postgres
  const { schema, drop } = createTemporarySchema(url)
  using bundle = await buildServer(join(import.meta.dirname, 'postgres.ts'))
  const bundled: { createPostgresStore: typeof createPostgresStore } = await import(bundle.path)
  const store = await bundled.createPostgresStore({ url, schema })
  await store.log('chat').create('a', { about: 'one', events: [] })
  expect(await store.log('chat').get('a')).toMatchObject({ about: 'one' })
  await store.close()
  await drop()
})
