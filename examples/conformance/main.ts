import { readOptions, readPort, untilSignal } from '@sweatpants/framework/cli'
import { type McpServer, readSkills, serveMcp } from '@sweatpants/framework/mcp'
import { prompts } from './prompts.ts'
import { resources } from './resources.ts'
import { createTools } from './tools.ts'

const { port } = readOptions(process.argv.slice(2), { port: { type: 'string' } })

const tools = createTools({
  toolsChanged: () => server.notify.toolsChanged(),
  promptsChanged: () => server.notify.promptsChanged(),
  dropStreams: () => server.dropStreams(),
})
const skills = await readSkills(new URL('./skills', import.meta.url))
const offer = { tools, prompts, resources, skills }
const server: McpServer = serveMcp({ name: 'sweatpants-conformance', version: '0.1.0', ...offer })
const listening = await server.listen({ port: readPort(port, 'PORT', {}) ?? 0 })
console.log(`The conformance server is ready at ${new URL('/mcp', listening.url)}`)

using stop = untilSignal()
await stop.received
await Promise.all([server.close(), listening.close()])
