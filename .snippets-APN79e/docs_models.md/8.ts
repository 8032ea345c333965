import { createMcpTool, createApp, connectMcp, serveMcp, createSqliteStore, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'






import { resolveModel } from '@sweatpants/framework/models'

const model = await resolveModel('anthropic/claude-sonnet-5-5')
serveMcp({ name: 'travel', version: '1.0.0', tools: [bookFlight], model })
