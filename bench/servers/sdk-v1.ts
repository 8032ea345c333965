import type { IncomingMessage, ServerResponse } from 'node:http'
import { loadPeer } from './load-peer.ts'
import { asking, others, ready, settings } from './settings.ts'

interface SdkServer {
  server: { elicitInput(params: object, options: { relatedRequestId: unknown }): Promise<unknown> }
  registerTool(name: string, config: object, run: (args: { name: string }, extra: Extra) => unknown): void
  connect(transport: object): Promise<void>
}

interface Extra {
  requestId: unknown
}

interface Transport {
  handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void>
}

interface TransportModule {
  StreamableHTTPServerTransport: new (options: {
    sessionIdGenerator(): string
    onsessioninitialized(id: string): void
  }) => Transport
}

const folder = '@modelcontextprotocol/sdk/dist/esm/server'
const { McpServer } = await loadPeer<{ McpServer: new (info: object) => SdkServer }>(`${folder}/mcp.js`)
const { z } = await loadPeer<typeof import('zod')>('zod/index.js')
const inputSchema = z.object({ name: z.string() })
const requestedSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }

const greet = ({ name }: { name: string }) => ({ content: [{ type: 'text', text: `Hello, ${name}.` }] })

function build(): SdkServer {
  const mcp = new McpServer({ name: 'sdk-v1', version: '1.0.0' })
  for (const name of ['greet', ...others]) {
    mcp.registerTool(name, { description: 'Greets somebody.', inputSchema }, greet)
  }
  for (const [name, questions] of asking) {
    mcp.registerTool(name, { description: 'Greets somebody, if that is wanted.', inputSchema }, async (args, extra) => {
      const options = { relatedRequestId: extra.requestId }
      const question = { mode: 'form', message: 'Are you sure?', requestedSchema }
      for (let i = 0; i < questions; i++) await mcp.server.elicitInput(question, options)
      return greet(args)
    })
  }
  return mcp
}

async function serveHttp(): Promise<void> {
  const { createServer } = await import('node:http')
  const { StreamableHTTPServerTransport } = await loadPeer<TransportModule>(`${folder}/streamableHttp.js`)
  const sessions = new Map<string, Transport>()
  const open = async (): Promise<Transport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    await build().connect(transport)
    return transport
  }
  const server = createServer(async (req, res) => {
    const transport = sessions.get(String(req.headers['mcp-session-id'])) ?? (await open())
    await transport.handleRequest(req, res)
  })
  server.listen(settings.port, '127.0.0.1', ready)
}

if (settings.wire === 'http') await serveHttp()
else {
  const { StdioServerTransport } = await loadPeer<{ StdioServerTransport: new () => object }>(`${folder}/stdio.js`)
  await build().connect(new StdioServerTransport())
  process.stdin.on('end', () => process.exit())
  ready()
}
