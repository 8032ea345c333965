import { createMcpTool, connectMcp, serveMcp, resolveModel, createSqliteStore, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'









import { createAgUiRoutes } from '@sweatpants/framework/ag-ui'
import { createApp } from '@sweatpants/framework/app'

const app = createApp({
  name: 'travel',
  version: '1.0.0',
  store: () => createSqliteStore('app.db'),
  tools: [bookFlight],
  chat: true,
  fallback: (request, env) => agUi.fetch(request, env as object),
})
const { chat } = await app.start()
const agUi = createAgUiRoutes(chat!, { path: '/ag-ui' })
await app.listen({ port: 3000 })
