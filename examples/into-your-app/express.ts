import { createApp } from '@sweatpants/framework/app'
import express from 'express'
import session from 'express-session'
import { restaurant } from './restaurant.ts'

declare module 'express-session' {
  interface SessionData {
    user: string
  }
}

const app = createApp({
  ...restaurant,
  // express-session has read the cookie, and put the session on the request of Node.
  auth: (_, incoming) => (incoming as Partial<express.Request>).session?.user,
})

const server = express()
server.use(
  session({ secret: process.env.SECRET ?? 'a secret of the sessions', resave: false, saveUninitialized: false }),
)
server.use(express.json())
server.post('/login', (request, response) => {
  request.session.user = request.body.user
  response.sendStatus(204)
})
// /api/chat, /mcp, /api/inbox and /healthz; all other requests go on to what follows.
server.use(app.listener)
server.get('/', (request, response) => void response.send(`Hello ${request.session.user ?? 'stranger'}`))

const http = server.listen(Number(process.env.PORT ?? 3000), '127.0.0.1')
process.once('SIGTERM', async () => {
  http.close()
  await app.close()
})
