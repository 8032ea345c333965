import cookie from '@fastify/cookie'
import { createApp } from '@sweatpants/framework/app'
import Fastify from 'fastify'
import { restaurant } from './restaurant.ts'

const server = Fastify()
await server.register(cookie, { secret: process.env.SECRET ?? 'a secret of the sessions' })

const app = createApp({
  ...restaurant,
  auth(request) {
    const { user = '' } = server.parseCookie(request.headers.get('cookie') ?? '')
    const { valid, value } = server.unsignCookie(user)
    return valid ? value : undefined
  },
})

server.post<{ Body: { user: string } }>('/login', (request, reply) =>
  reply
    .setCookie('user', request.body.user, { signed: true, httpOnly: true, sameSite: 'lax', path: '/' })
    .code(204)
    .send(),
)
server.get('/', (request) => `Hello ${request.unsignCookie(request.cookies.user ?? '').value ?? 'stranger'}`)
// /api/chat, /mcp, /api/inbox and /healthz. Fastify has read the body, so the app gets what it has parsed.
server.all('/*', (request, reply) => {
  reply.hijack()
  app.listener(Object.assign(request.raw, { body: request.body }), reply.raw)
})
server.addHook('onClose', () => app.close())

await server.listen({ port: Number(process.env.PORT ?? 3000) })
process.once('SIGTERM', () => server.close())
