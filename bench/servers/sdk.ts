import type { IncomingMessage, ServerResponse } from 'node:http'
import { loadPeer } from './load-peer.ts'
import { asking, others, ready, settings } from './settings.ts'

interface Context {
  mcpReq: {
    requestState(): { asked: number } | undefined
    id: unknown
    elicitInput(params: object, options: { relatedRequestId: unknown }): Promise<unknown>
  }
}

interface SdkServer {
  registerTool(name: string, config: object, run: (args: { name: string }, context: Context) => unknown): void
  connect(transport: Transport): Promise<void>
}

interface Sdk {
  McpServer: new (info: object, options?: object) => SdkServer
  createMcpHandler(build: () => SdkServer, options: { legacy: 'reject' }): object
  createRequestStateCodec(options: { key: string }): { mint(payload: unknown): Promise<string>; verify: unknown }
  inputRequired: ((result: object) => unknown) & { elicit(params: object): unknown }
}

interface SdkNode {
  toNodeHandler(handler: object): (req: IncomingMessage, res: ServerResponse) => void
  NodeStreamableHTTPServerTransport: new (options: {
    sessionIdGenerator(): string
    onsessioninitialized(id: string): void
  }) => Transport
}

interface Transport {
  handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void>
}

const { McpServer, createMcpHandler, createRequestStateCodec, inputRequired } = await loadPeer<Sdk>(
  '@modelcontextprotocol/server/dist/index.mjs',
)
const { z } = await loadPeer<typeof import('zod')>('zod/index.js')
const Params = z.object({ name: z.string() })
const codec = createRequestStateCodec({ key: 'a secret of at least thirty-two characters' })

function build(): SdkServer {
  const server = new McpServer({ name: 'sdk', version: '1.0.0' }, { requestState: { verify: codec.verify } })
  for (const name of ['greet', ...others]) {
    server.registerTool(name, { description: 'Greets somebody.', inputSchema: Params }, greet)
  }
  const config = { description: 'Greets somebody, if that is wanted.', inputSchema: Params }
  for (const [name, questions] of asking) server.registerTool(name, config, ask(questions))
  return server
}

const greet = ({ name }: { name: string }) => ({ content: [{ type: 'text', text: `Hello, ${name}.` }] })

const requestedSchema = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] }
const question = { mode: 'form', message: 'Are you sure?', requestedSchema }

const ask = (questions: number) => (settings.revision === '2026' ? askByState(questions) : askInSession(questions))

/** As its documentation has it: where the call stands is in the state, and the author decides by it. */
const askByState =
  (questions: number) =>
  async (args: { name: string }, { mcpReq }: Context) => {
    const asked = mcpReq.requestState()?.asked ?? 0
    if (asked === questions) return greet(args)
    const requestState = await codec.mint({ asked: asked + 1 })
    return inputRequired({ inputRequests: { sure: inputRequired.elicit(question) }, requestState })
  }

const askInSession =
  (questions: number) =>
  async (args: { name: string }, { mcpReq }: Context) => {
    for (let i = 0; i < questions; i++) await mcpReq.elicitInput(question, { relatedRequestId: mcpReq.id })
    return greet(args)
  }

async function serveHttp(): Promise<void> {
  const { createServer } = await import('node:http')
  const node = await loadPeer<SdkNode>('@modelcontextprotocol/node/dist/index.mjs')
  const rev2026 = () => node.toNodeHandler(createMcpHandler(build, { legacy: 'reject' }))
  const server = createServer(settings.revision === '2026' ? rev2026() : createSessions(node))
  server.listen(settings.port, '127.0.0.1', ready)
}

function createSessions({ NodeStreamableHTTPServerTransport }: SdkNode) {
  const sessions = new Map<string, Transport>()
  const open = async (): Promise<Transport> => {
    const transport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    await build().connect(transport)
    return transport
  }
  return async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const transport = sessions.get(String(req.headers['mcp-session-id'])) ?? (await open())
    await transport.handleRequest(req, res)
  }
}

if (settings.wire === 'http') await serveHttp()
else {
  const stdio = await loadPeer<{ serveStdio(make: () => SdkServer): void }>(
    '@modelcontextprotocol/server/dist/stdio.mjs',
  )
  stdio.serveStdio(build)
  process.stdin.on('end', () => process.exit())
  ready()
}
