import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { afterAll, beforeAll } from 'vitest'
import { fuzzChat } from './fuzz/fuzz-chat.ts'
import { createTemporarySchema, startPostgres, type TestPostgres } from './postgres.ts'

let postgres: TestPostgres
let temporary: ReturnType<typeof createTemporarySchema>

beforeAll(async () => {
  postgres = await startPostgres()
  temporary = createTemporarySchema(postgres.url)
})

afterAll(async () => {
  await temporary.drop()
  await postgres.stop()
})

fuzzChat({ openStore: () => createPostgresStore({ url: postgres.url, schema: temporary.schema }), share: 0.25 })
