import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { writeForEver } from '../attacks/hostile-server.ts'
import { writeJson } from './nasty.ts'

interface Asked {
  id?: string | number
  method?: string
}

/** What an odd server answers to a method: a result, an error, a body that is no JSON-RPC, or one that never ends. */
export type OddReply =
  | { type: 'result'; value: unknown }
  | { type: 'error'; value: unknown }
  | { type: 'body'; status: number; contentType: string; body: string }
  /** Every result has another next page. */
  | { type: 'pages'; value: object }
  | { type: 'endless'; status: number; contentType: string; chunk: string }

export type OddReplies = Readonly<Record<string, OddReply>>

/** An MCP server of others that answers each method as the test says. */
export interface OddServer extends AsyncDisposable {
  readonly url: string
  replies: OddReplies
  /** Whether results come as events. */
  streams: boolean
}

export async function startOddServer(): Promise<OddServer> {
  let pages = 0
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const { id, method = '' } = JSON.parse(await text(request)) as Asked
    if (id === undefined) return void response.writeHead(202).end()
    const reply = server.replies[method]
    if (reply === undefined) return say(response, { id, error: { code: -32601, message: 'no such method here' } })
    if (reply.type === 'body') {
      return void response.writeHead(reply.status, { 'content-type': reply.contentType }).end(reply.body)
    }
    if (reply.type === 'endless') {
      response.writeHead(reply.status, { 'content-type': reply.contentType })
      return writeForEver(response, reply.chunk)
    }
    if (reply.type === 'pages') return say(response, { id, result: { ...reply.value, nextCursor: `${++pages}` } })
    say(response, { id, [reply.type]: reply.value })
  }
  const say = (response: ServerResponse, message: object): void => {
    const json = writeJson({ jsonrpc: '2.0', ...message })
    const type = server.streams ? 'text/event-stream' : 'application/json'
    response.writeHead(200, { 'content-type': type }).end(server.streams ? `event: message\ndata: ${json}\n\n` : json)
  }
  const http = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const server: OddServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    replies: {},
    streams: false,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}
