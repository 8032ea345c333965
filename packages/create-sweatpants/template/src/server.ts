import { existsSync } from 'node:fs'
import { serveStatic } from '@hono/node-server/serve-static'
import { createApp } from '@sweatpants/framework/app'
import { keyPath, openStore } from '@sweatpants/framework/cli'
import { readKeys } from '@sweatpants/framework/mcp'
import { resolveModel } from '@sweatpants/framework/models'
import { Hono } from 'hono'
import { secureHeaders } from 'hono/secure-headers'
import manifest from '../package.json' with { type: 'json' }
import { tools } from './tools/index.ts'

if (existsSync('.env')) process.loadEnvFile('.env')
const { PORT = '3000', STORE = '.sweatpants/chat.db' } = process.env

const page = new Hono()
const own = ["'self'"]
const hasPage = existsSync('dist')
page.use(secureHeaders({ contentSecurityPolicy: { defaultSrc: own, scriptSrc: own, imgSrc: [...own, 'data:'] } }))
if (hasPage) page.get('*', serveStatic({ root: 'dist' }))

// The model in MODEL, else of the first provider with a key, else of a local server, else the offline demo model.
const model = await resolveModel()
const { name, version } = manifest
const app = createApp({
  name,
  version,
  store: () => openStore(STORE),
  tools,
  models: [model],
  keys: readKeys(keyPath(STORE, '.sweatpants/chat')),
  chat: true,
  fallback: (request) => page.fetch(request),
})

// On the loopback, because callers are not authenticated: `auth` of createApp does that.
const server = await app.listen({ port: Number(PORT) })
if (hasPage) console.log(`  Page   ${server.url}`)
console.log(`  MCP    ${server.url}/mcp`)
console.log(
  `  Model  ${model.id}${model.id === 'demo' ? ': offline, by rules; README.md tells how to use a real one' : ''}`,
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, async () => {
    await app.close()
    process.exit()
  })
}
