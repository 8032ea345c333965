import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { onTestFinished } from 'vitest'

export interface SessionServer {
  url: string
  /** How often its tool was called. */
  readonly calls: number
}

/**
 * The official server of the 2025 revision, for the length of a test: what its tool `dub` asks, it asks within a call that stays
 * open, and that is lost with its process.
 */
export async function serveSessions(): Promise<SessionServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  let calls = 0

  function createSession(): McpServer {
    const mcp = new McpServer({ name: 'knights', version: '1.0.0' })
    mcp.registerTool('dub', { description: 'Dub a knight' }, async ({ requestId }) => {
      calls++
      const { content } = await mcp.server.elicitInput(
        {
          message: 'What shall the knight be called?',
          requestedSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
        },
        { relatedRequestId: requestId },
      )
      return { content: [{ type: 'text', text: `Arise, Sir ${content?.name ?? 'Nobody'}.` }] }
    })
    return mcp
  }

  async function open(): Promise<StreamableHTTPServerTransport> {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    })
    // The package is not written for exact optional properties.
    await createSession().connect(transport as never)
    return transport
  }

  const http = createServer(async (request, response) => {
    const transport = sessions.get(String(request.headers['mcp-session-id'])) ?? (await open())
    await transport.handleRequest(request, response)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(async () => {
    http.closeAllConnections()
    await once(http.close(), 'close')
  })
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    get calls() {
      return calls
    },
  }
}
