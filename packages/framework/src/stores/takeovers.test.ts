import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTemporarySchema, startPostgres, type TestPostgres } from '../../../../test/postgres.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { type Exported, exportInMemory } from '../tools/fixtures/telemetry.ts'
import { createPostgresStore } from './postgres.ts'
import { createSqliteStore } from './sqlite.ts'

let postgres: TestPostgres
let exported: Exported
beforeAll(async () => {
  postgres = await startPostgres()
})
beforeEach(() => {
  exported = exportInMemory()
})
afterEach(() => exported.end())
afterAll(() => postgres.stop())

/** Acquires a stream of a dead node, of a node that released it, and of the node itself. */
async function acquire(store: Store): Promise<void> {
  const ref = { kind: 'task', id: 'one' }
  // A node that never beat is dead.
  await store.log('task').create('one', { about: null, events: [], node: 'dead' })
  const fence = await store.leases.acquire(ref, 'second')
  await store.leases.release(ref, fence!)
  await store.leases.acquire(ref, 'third')
  await store.leases.acquire(ref, 'third')
  await store.close()
}

const counted = [{ attributes: { 'sweatpants.stream.kind': 'task' }, value: 1 }]

test.each([
  ['memory', createMemoryStore],
  ['SQLite', () => createSqliteStore(':memory:')],
])('the store in %s counts a stream that is acquired from a dead node', async (_, createStore) => {
  await acquire(createStore())
  expect(await exported.points('sweatpants.lease.takeovers')).toEqual(counted)
})

test('the store on Postgres counts a stream that is acquired from a dead node', async () => {
  const { schema, drop } = createTemporarySchema(postgres.url)
  await acquire(await createPostgresStore({ url: postgres.url, schema }))
  await drop()
  expect(await exported.points('sweatpants.lease.takeovers')).toEqual(counted)
})
