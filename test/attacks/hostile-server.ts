import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to a hostile server, and how to answer it. */
export interface HostileExchange {
  id: unknown
  method: string
  params: Record<string, unknown>
  request: IncomingMessage
  response: ServerResponse
  result(value: object): void
}

export interface HostileServer extends AsyncDisposable {
  url: string
  /** Methods that were requested, in order. */
  readonly asked: string[]
}

/** Answers a request or leaves it open; returns `false` to have it answered properly. */
export type Attack = (exchange: HostileExchange) => boolean | void

export const discovered = {
  resultType: 'complete',
  supportedVersions: ['2026-07-28'],
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'hostile', version: '1' },
  _meta: { 'io.modelcontextprotocol/serverInfo': { name: 'hostile', version: '1' } },
  ttlMs: 0,
  cacheScope: 'private',
}

export const listed = (tools: readonly object[], more: object = {}): object => ({
  resultType: 'complete',
  tools,
  ttlMs: 0,
  cacheScope: 'private',
  ...more,
})

export const said = (text: string): object => ({ resultType: 'complete', content: [{ type: 'text', text }] })

/** A server of 2026-07-28 on the loopback that answers properly, except where the attack answers. */
export async function startHostile(tools: readonly object[], attack: Attack = () => false): Promise<HostileServer> {
  const asked: string[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method, params = {} } = JSON.parse(await text(request))
    asked.push(method)
    if (id === undefined) return void response.writeHead(202).end()
    const reply = (message: object) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id, ...message }))
    const result = (value: object) => void reply({ result: value })
    if (attack({ id, method, params, request, response, result }) !== false) return
    if (method === 'server/discover') result(discovered)
    else if (method === 'tools/list') result(listed(tools))
    else if (method === 'tools/call') result(said('done'))
    else reply({ error: { code: -32601, message: 'no such method' } })
  }
  const http: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    asked,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
}

/** Writes to a response until the other side ends the connection. */
export function writeForEver(response: ServerResponse, chunk: string): void {
  const buffer = Buffer.from(chunk)
  const write = (): void => {
    while (!response.destroyed && response.write(buffer));
  }
  response.on('drain', write)
  write()
}
