import { serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { wizard } from './wizard.ts'

const { COUNT, KEYS, STORE, PORT = '0', WIRE = 'http' } = process.env

const server = serveMcp({
  name: 'wizard-server',
  version: '1.0.0',
  tools: [wizard(COUNT), wizard(COUNT, 'stored')],
  ...(KEYS !== undefined && { keys: KEYS.split(',') }),
  ...(STORE !== undefined && { store: createSqliteStore(STORE) }),
})

if (WIRE === 'stdio') await server.stdio().closed
else console.log((await server.listen({ port: Number(PORT) })).url)
