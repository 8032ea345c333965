import { createMcpTool, createApp, connectMcp, serveMcp, resolveModel, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'







import { createChat } from '@sweatpants/framework/chat'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'

await using chat = await createChat({ store: createSqliteStore('chat.db'), tools: [bookFlight], models: ['anthropic', 'demo'] })
const { url } = await chat.listen({ port: 3000 })
