import { createMcpTool, createApp, connectMcp, resolveModel, createSqliteStore, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'











import { getRequestListener } from '@hono/node-server'
import { createChat } from '@sweatpants/framework/chat'
import { listenHttp } from '@sweatpants/framework/http'
import { readKeys, serveMcp } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { Hono } from 'hono'

const keys = readKeys(undefined)
if (keys === undefined) throw new Error('set SWEATPANTS_KEYS, the same for every node')

const store = await createPostgresStore(process.env.STORE!)
const hosts = ['chat.example.com']
const tools = [bookFlight]
const chat = await createChat({ store, tools, allowedHosts: hosts })
const mcp = serveMcp({ name: 'travel', version: '1.0.0', tools, store, keys, allowedHosts: hosts })

const app = new Hono()
app.route('/', chat.routes)
app.all('/mcp', ({ req }) => mcp.fetch(req.raw))
const server = await listenHttp(getRequestListener(app.fetch), { port: 3000, host: '0.0.0.0' })

process.once('SIGTERM', async () => {
  await Promise.all([server.close(), chat.close(), mcp.close()])
  await store.close()
})
