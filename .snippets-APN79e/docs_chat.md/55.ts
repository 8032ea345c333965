import { createMcpTool, createApp, connectMcp, serveMcp, resolveModel, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'





















































import { createChat } from '@sweatpants/framework/chat'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'

await using chat = await createChat({ store: createSqliteStore('chat.db'), tools: [bookFlight] })
const session = chat.open('thread-1', 'user:ada')
await session.create()
await session.command({ type: 'send', content: 'To Lisbon, please' })
for await (const state of session.follow(AbortSignal.timeout(60_000))) {
  if (state.turn?.waits) console.log(Object.values(state.pendingElicits))
}
