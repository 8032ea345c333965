import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import {
  type CallToolResult,
  createMcpHandler,
  inputRequired,
  inputResponse,
  Server,
} from '@modelcontextprotocol/server'

export interface AppServer extends AsyncDisposable {
  url: string
  /** What its tools have done, in order. A test may empty it. */
  readonly done: string[]
  /** The requests for anything but MCP. */
  readonly reached: readonly string[]
}

const VIEW_TYPE = 'text/html;profile=mcp-app'
const VIEWS = ['shop', 'size', 'hostile', 'silent']

const script = readFileSync(join(import.meta.dirname, 'views/host.js'), 'utf8')

const readView = (name: string): string =>
  name === 'silent'
    ? '<!doctype html><p>It never starts.</p>'
    : readFileSync(join(import.meta.dirname, `views/${name}.html`), 'utf8').replace('/* host.js */', script)

const OBJECT = { type: 'object' as const, properties: {} }

const listed = [
  { name: 'browse', _meta: { ui: { resourceUri: 'ui://shop/shop.html' } } },
  { name: 'attack', _meta: { ui: { resourceUri: 'ui://shop/hostile.html' } } },
  { name: 'order', _meta: { ui: { visibility: ['app'] } } },
  { name: 'stock', _meta: { ui: { visibility: ['app'] } }, annotations: { readOnlyHint: true } },
  { name: 'refund', _meta: { ui: { visibility: ['model'] } } },
  { name: 'dress' },
  { name: 'pay' },
]

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] })

/** A server with apps: the official one of 2026. `appUrl` is what its hostile view looks for. */
export async function serveApps({ appUrl }: { appUrl: string }): Promise<AppServer> {
  const done: string[] = []
  const reached: string[] = []

  function dress(view: string, given: ReturnType<typeof inputResponse>) {
    if (given.kind === 'elicit') return text(`dressed: ${JSON.stringify(given.content ?? given.action)}`)
    const requestedSchema = {
      type: 'object' as const,
      properties: { size: { type: 'string' as const, enum: ['small', 'large'] } },
      required: ['size'],
    }
    const asked = inputRequired.elicit({ message: 'Which size?', requestedSchema })
    const params = { ...asked.params, _meta: { ui: { resourceUri: `ui://shop/${view}.html` }, stock: 3 } }
    return inputRequired({ inputRequests: { size: { ...asked, params } as typeof asked } })
  }

  function pay(url: string, given: ReturnType<typeof inputResponse>) {
    if (given.kind === 'elicit') return text(`paid: ${given.action}`)
    return inputRequired({ inputRequests: { page: inputRequired.elicitUrl({ message: 'Pay on our page', url }) } })
  }

  function createShop(): Server {
    const extensions = { 'io.modelcontextprotocol/ui': { elicitation: {} } }
    const server = new Server(
      { name: 'shop', version: '1.0.0' },
      { capabilities: { tools: {}, resources: {}, extensions } },
    )
    server.setRequestHandler('tools/list', () => ({ tools: listed.map((tool) => ({ inputSchema: OBJECT, ...tool })) }))
    server.setRequestHandler('resources/read', ({ params: { uri } }) => {
      const name = VIEWS.find((known) => uri === `ui://shop/${known}.html`)
      if (name === undefined) throw new Error(`no ${uri}`)
      const html = readView(name)
        .replaceAll('TARGET', JSON.stringify(target()))
        .replaceAll('APP', JSON.stringify(appUrl))
      return { contents: [{ uri, mimeType: VIEW_TYPE, text: html }] }
    })
    server.setRequestHandler('tools/call', ({ params: { name, arguments: args = {} } }, ctx) => {
      if (name === 'dress') return dress(String(args.view), inputResponse(ctx.mcpReq.inputResponses, 'size'))
      if (name === 'pay') return pay(String(args.url), inputResponse(ctx.mcpReq.inputResponses, 'page'))
      done.push(name)
      if (name === 'browse')
        return { ...text('3 items'), structuredContent: { items: 3 }, _meta: { hidden: 'for the view alone' } }
      return { ...text(`${name} performed`), _meta: { receipt: done.length } }
    })
    return server
  }

  const handler = createMcpHandler(createShop, { legacy: 'reject' })
  const mcp = getRequestListener((request) => handler.fetch(request))
  const http = createServer((request, response) => {
    if (request.url === '/mcp') return void mcp(request, response)
    reached.push(request.url ?? '')
    response.setHeader('access-control-allow-origin', '*').end('reached')
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const origin = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  const target = () => `${origin}/target`
  return {
    url: `${origin}/mcp`,
    done,
    reached,
    async [Symbol.asyncDispose]() {
      http.closeAllConnections()
      await once(http.close(), 'close')
    },
  }
}
