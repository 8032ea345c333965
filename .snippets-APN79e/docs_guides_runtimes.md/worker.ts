import { createMcpTool, createApp, connectMcp, resolveModel, createSqliteStore, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'








import { readKeys, serveMcp } from '@sweatpants/framework/mcp'

export default serveMcp({
  name: 'travel',
  version: '1.0.0',
  tools: [bookFlight],
  keys: readKeys(),
  allowedHosts: ['localhost', '127.0.0.1', 'travel.example.com'],
})
