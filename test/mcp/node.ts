import { serveMcp } from '@sweatpants/framework/mcp'
import { createEncryptedStore } from '@sweatpants/framework/stores/encrypted'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { bookings, quick } from './bookings.ts'
import { busy, calls, patient, survey } from './surveys.ts'

const { STORE = '', SCHEMA = '', STORE_KEY, LEASE = '', CLOSES } = process.env

const plain = SCHEMA === '' ? createSqliteStore(STORE) : await createPostgresStore({ url: STORE, schema: SCHEMA })
const store = STORE_KEY === undefined ? plain : await createEncryptedStore(plain, [STORE_KEY])
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
