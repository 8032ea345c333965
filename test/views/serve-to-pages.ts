import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { McpServer } from '@sweatpants/framework/mcp'

export interface ServedToPages extends AsyncDisposable {
  url: string
}

/** Serves MCP to pages of other origins too, as hosts in a browser need it. */
export async function serveToPages(server: McpServer, port = 0): Promise<ServedToPages> {
  const http: Server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
    response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
    response.setHeader('access-control-expose-headers', 'mcp-session-id')
    if (request.method === 'OPTIONS') response.writeHead(204).end()
    else void server.listener(request, response)
  }).listen(port, '127.0.0.1')
  await once(http, 'listening')
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    async [Symbol.asyncDispose]() {
      await server.close()
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}
