import { createMcpTool, createApp, connectMcp, serveMcp, resolveModel, createSqliteStore, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'









































































































import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { callTask, withTasks } from '@sweatpants/framework/mcp'

const client = new Client(
  { name: 'my-app', version: '1.0.0' },
  {
    capabilities: { elicitation: { form: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } },
    versionNegotiation: { mode: 'auto' },
  },
)
await client.connect(withTasks(new StreamableHTTPClientTransport(new URL('http://127.0.0.1:3000/mcp'))))

const result = await callTask(client, { name: 'book_flight', arguments: { from: 'Rome', to: 'Oslo' } }, {
  onTask: (taskId) => console.log(`keep ${taskId}: callTask(client, { taskId }) goes on with it`),
  onQuestion: async ({ method, params }) => {
    console.log(method, params.message)
    return { action: 'decline' }
  },
})
console.log(result.content)
