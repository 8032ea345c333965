import { serve } from '@hono/node-server'
import { createApp } from '@sweatpants/framework/app'
import { Hono } from 'hono'
import { getSignedCookie, setSignedCookie } from 'hono/cookie'
import { parseSigned } from 'hono/utils/cookie'
import { restaurant } from './restaurant.ts'

const SECRET = process.env.SECRET ?? 'a secret of the sessions'

const app = createApp({
  ...restaurant,
  async auth(request) {
    const { user } = await parseSigned(request.headers.get('cookie') ?? '', SECRET, 'user')
    return user || undefined
  },
})

const server = new Hono()
server.post('/login', async (c) => {
  const { user } = await c.req.json<{ user: string }>()
  await setSignedCookie(c, 'user', user, SECRET, { httpOnly: true, sameSite: 'Lax' })
  return c.body(null, 204)
})
server.get('/', async (c) => c.text(`Hello ${(await getSignedCookie(c, SECRET, 'user')) || 'stranger'}`))
// /api/chat, /mcp, /api/inbox and /healthz.
server.all('*', (c) => app.fetch(c.req.raw, c.env))

const http = serve({ fetch: server.fetch, port: Number(process.env.PORT ?? 3000), hostname: '127.0.0.1' })
process.once('SIGTERM', async () => {
  http.close()
  await app.close()
})
