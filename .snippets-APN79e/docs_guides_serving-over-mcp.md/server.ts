import { createMcpTool, createApp, connectMcp, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'






























































import { readKeys, serveMcp } from '@sweatpants/framework/mcp'
import { resolveModel } from '@sweatpants/framework/models'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'

const file = '.sweatpants/travel.db'
const store = createSqliteStore(file)
const server = serveMcp({
  name: 'travel',
  version: '1.0.0',
  tools: [bookFlight],
  model: await resolveModel(),
  store,
  keys: readKeys(file)!,
})
const listening = await server.listen({ port: 3000 })
process.once('SIGTERM', async () => {
  await Promise.all([server.close(), listening.close()])
  await store.close()
})
