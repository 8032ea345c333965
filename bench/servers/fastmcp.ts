import { loadPeer } from './load-peer.ts'
import { asking, others, ready, settings } from './settings.ts'

interface FastMcp {
  FastMCP: new (options: object) => { addTool(tool: object): void; start(options: object): Promise<void> }
}

interface Context {
  elicit(params: object): Promise<unknown>
}

const { FastMCP } = await loadPeer<FastMcp>('fastmcp/dist/FastMCP.js')
const { z } = await loadPeer<typeof import('zod')>('zod/index.js')

const silent = () => {}
const server = new FastMCP({
  name: 'fastmcp',
  version: '1.0.0',
  logger: { debug: silent, error: console.error, info: silent, log: silent, warn: silent },
  // Neither is of use to the benchmark's client, and both cost.
  ping: { enabled: false },
  roots: { enabled: false },
})

for (const name of ['greet', ...others]) {
  server.addTool({
    name,
    description: 'Greets somebody.',
    parameters: z.object({ name: z.string() }),
    execute: async ({ name }: { name: string }) => `Hello, ${name}.`,
  })
}

const requestedSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }

for (const [name, questions] of asking) {
  server.addTool({
    name,
    description: 'Greets somebody, if that is wanted.',
    parameters: z.object({ name: z.string() }),
    async execute({ name }: { name: string }, { elicit }: Context) {
      for (let i = 0; i < questions; i++) await elicit({ mode: 'form', message: 'Are you sure?', requestedSchema })
      return `Hello, ${name}.`
    },
  })
}

const http = { transportType: 'httpStream', httpStream: { port: settings.port, host: '127.0.0.1' } }
await server.start(settings.wire === 'http' ? http : { transportType: 'stdio' })
process.stdin.on('end', () => process.exit())
ready()
