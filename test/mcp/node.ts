import { serveMcp } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { bookings, quick } from './bookings.ts'
import { busy, calls, patient, survey } from './surveys.ts'

const { STORE = '', SCHEMA = '', LEASE = '', CLOSES } = process.env

const store = SCHEMA === '' ? createSqliteStore(STORE) : await createPostgresStore({ url: STORE, schema: SCHEMA })
const server = serveMcp({
  name: 'node',
  version: '1.0.0',
  tools: [survey, busy, patient, ...calls, ...bookings, quick],
  keys: ['a key that all nodes of a test have in common'],
  leaseTtl: Number(LEASE),
  store,
})
const { url, close } = await server.listen()
console.error(url)
if (CLOSES !== undefined) {
  process.once('SIGTERM', async () => {
    await Promise.all([server.close(), close()])
    await store.close()
  })
}
