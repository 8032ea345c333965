import type { Store } from '@sweatpants/framework/chat'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  expectPendingToSurvive,
  expectWritersToAgree,
} from '../packages/roundtable/src/session/fixtures/reopened-store.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from './postgres.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

function createOpen(): () => Promise<Store> {
  const { url } = postgres
  const { schema, drop } = createTemporarySchema(url)
  onTestFinished(drop)
  return () => createPostgresStore({ url, schema, poolSize: 2 })
}

test('pending requests in Postgres survive the process', async () => {
  expect.hasAssertions()
  await expectPendingToSurvive({ open: createOpen(), close: (store) => store.close() })
})

test('nodes that write to one debate in Postgres lose nothing of each other', async () => {
  expect.hasAssertions()
  const open = createOpen()
  const stores = [await open(), await open(), await open()]
  try {
    await expectWritersToAgree(stores)
  } finally {
    for (const store of stores) await store.close()
  }
})
