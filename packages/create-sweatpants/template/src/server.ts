import { existsSync } from 'node:fs'
import { getRequestListener } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createChat } from '@sweatpants/framework/chat'
import { keyPath, openStore } from '@sweatpants/framework/cli'
import { listenHttp } from '@sweatpants/framework/http'
import { readKeys, serveMcp } from '@sweatpants/framework/mcp'
import { resolveModel } from '@sweatpants/framework/models'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import manifest from '../package.json' with { type: 'json' }
import { tools } from './tools/index.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { PORT = '3000', STORE = '.sweatpants/chat.db' } = process.env

// The model in MODEL, else of the first provider with a key, else of a local server, else the offline demo model.
const model = await resolveModel()
const store = await openStore(STORE)
const chat = await createChat({ store, tools, models: [model] })
const { name, version } = manifest
const mcp = serveMcp({ name, version, tools, model, store, keys: readKeys(keyPath(STORE, '.sweatpants/chat'))! })

const app = new Hono()
app.route('/', chat.routes)
const own = ["'self'"]
const hasPage = existsSync('dist')
app.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: own, scriptSrc: own, imgSrc: [...own, 'data:'] } }))
if (hasPage) app.get('*', serveStatic({ root: 'dist' }))

const answer = getRequestListener(app.fetch)
// On the loopback, because callers are not authenticated: `auth` of createChat and serveMcp does that.
const server = await listenHttp(
  (request, response) => {
    const handle = /^\/mcp(\?|$)/.test(request.url!) ? mcp.listener : answer
    void handle(request, response)
  },
  { port: Number(PORT) },
)

if (hasPage) console.log(`  Page   ${server.url}`)
console.log(`  MCP    ${server.url}/mcp`)
console.log(
  `  Model  ${model.id}${model.id === 'demo' ? ': offline, by rules; README.md tells how to use a real one' : ''}`,
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await Promise.all([server.close(), chat.close(), mcp.close()])
    await store.close()
    process.exit()
  })
}
