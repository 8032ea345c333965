import { parseArgs } from 'node:util'
import { type McpServer, serveMcp } from '@sweatpants/framework/mcp'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import { createTools } from './tools.ts'

const { values } = parseArgs({ options: { port: { type: 'string', default: '0' } } })

const tools = createTools({
  toolsChanged: () => server.notify.toolsChanged(),
  promptsChanged: () => server.notify.promptsChanged(),
  dropStreams: () => server.dropStreams(),
})
const server: McpServer = serveMcp({ name: 'sweatpants-conformance', version: '0.1.0', tools, prompts, resources })
const { url, close } = await server.listen({ port: Number(values.port) })
console.log(`The conformance server is ready at ${new URL('/mcp', url)}`)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => Promise.all([server.close(), close()]))
}
