import { afterAll, beforeAll } from 'vitest'
import { createTemporarySchema, startPostgres, type TestPostgres } from './postgres.ts'
import { runTable } from './promises/run-table.ts'
import { keepIn } from './promises/stores.ts'

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.stop())

keepIn(() => ({ type: 'postgres', url: postgres.url, schema: createTemporarySchema(postgres.url).schema }))
runTable()
