import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { type McpServer, serveMcp } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { createTools, createViews } from './booking.ts'

const { JOURNAL, STORE, PORT = '0', VIEWS, TASK, HTML = 'view.html', WAIT } = process.env
const html = readFileSync(new URL(HTML, import.meta.url), 'utf8')
const tools = createTools(JOURNAL!).map((tool) => (TASK === undefined ? tool : { ...tool, task: 'required' as const }))

const server: McpServer = serveMcp({
  name: 'views',
  version: '1.0.0',
  tools,
  leaseTtl: 1_000,
  keys: ['a key that outlives the process of this server'],
  ...(VIEWS !== 'none' && { views: { from: createViews(html), hosts: VIEWS === undefined ? [] : [VIEWS] } }),
  ...(STORE !== undefined && { store: createSqliteStore(STORE) }),
  ...(WAIT !== undefined && { limits: { callWait: Number(WAIT) } }),
})

// Pages of other origins call it, as hosts in a browser do.
createServer((request, response) => {
  response.setHeader('access-control-allow-origin', request.headers.origin ?? '*')
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*')
  response.setHeader('access-control-expose-headers', 'mcp-session-id')
  if (request.method === 'OPTIONS') response.writeHead(204).end()
  else void server.listener(request, response)
}).listen(Number(PORT), '127.0.0.1', function (this: import('node:net').Server) {
  console.log(`http://127.0.0.1:${(this.address() as import('node:net').AddressInfo).port}/mcp`)
})
