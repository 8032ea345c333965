import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { createTokenAuth } from '../mcp/auth/token.ts'
import type { AuthOption } from './auth.ts'
import { createListener } from './listener.ts'
import { replyJson } from './replies.ts'
import { createRoutes } from './routes.ts'

type Middleware = (request: IncomingMessage) => unknown

/** Mounts routes as Express would: after middleware, with a `next` that replies "next". */
async function mount(auth?: AuthOption, middleware: Middleware = () => {}) {
  const errors: unknown[] = []
  const onError = (error: unknown) => void errors.push(error)
  const table = {
    '/api/echo': {
      GET: ({ principal }: { principal: string | undefined }) => replyJson(200, { principal }),
      POST: async ({ json }: { json(): Promise<unknown> }) => replyJson(200, await json()),
    },
  }
  const routes = createRoutes(table, { auth, bodyLimit: 100, onError })
  const listener = createListener(routes.fetch, { serves: (path) => path.startsWith('/api/'), onError })
  const server = createServer(async (request, response) => {
    await middleware(request)
    listener(request, response, () => void response.end('next'))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const headers = { 'content-type': 'application/json' }
  const post = (body: string) => fetch(`${url}/api/echo`, { method: 'POST', headers, body })
  return { url, post, errors }
}

const parse: Middleware = async (request) => {
  Object.assign(request, { body: JSON.parse(await text(request)) })
}

test('a listener serves its paths and calls next for all others', async () => {
  const { url, post } = await mount()
  expect(await (await post('{"a":1}')).json()).toEqual({ a: 1 })
  expect(await (await fetch(`${url}/other?api=/api/`)).text()).toBe('next')
})

test('a listener after a body parser gets the parsed body', async () => {
  const { post, errors } = await mount(undefined, parse)
  expect(await (await post('{"a":["é"]}')).json()).toEqual({ a: ['é'] })
  expect(errors).toEqual([])
})

test('a body that is larger once it was inflated and parsed is held to the limit', async () => {
  const { post } = await mount(undefined, async (request) => {
    await text(request)
    Object.assign(request, { body: { a: 'x'.repeat(200) } })
  })
  expect((await post('{}')).status).toBe(413)
})

test('a listener whose body was read and is nowhere replies 500 and reports what to do', async () => {
  const { post, errors } = await mount(undefined, async (request) => void (await text(request)))
  expect((await post('{}')).status).toBe(500)
  expect(String(errors[0])).toContain('put the parsed body there')
})

test('routes authenticate by what middleware has put on the request of Node', async () => {
  const auth: AuthOption = (_, incoming) => (incoming as { user?: string } | undefined)?.user
  const { url } = await mount(auth, (request) => Object.assign(request, { user: request.headers['x-user'] }))
  const known = await fetch(`${url}/api/echo`, { headers: { 'x-user': 'ada' } })
  expect(await known.json()).toEqual({ principal: 'ada' })
  expect((await fetch(`${url}/api/echo`)).status).toBe(401)
})

test('routes take the same tokens as an MCP server, and tell a bad token from one that cannot be checked', async () => {
  const auth = createTokenAuth({
    resource: 'https://app.example/mcp',
    authorizationServers: ['https://login.example'],
    verify: (token) => {
      if (token === 'broken') throw new Error('no database')
      return token === 'good' ? { principal: 'ada', scopes: [] } : undefined
    },
  })
  const { url, errors } = await mount(auth)
  const get = (token: string) => fetch(`${url}/api/echo`, { headers: { authorization: `Bearer ${token}` } })
  expect(await (await get('good')).json()).toEqual({ principal: 'ada' })
  const bad = await get('bad')
  expect([bad.status, bad.headers.get('www-authenticate')]).toEqual([
    401,
    'Bearer error="invalid_token", error_description="the token is not valid here"',
  ])
  const broken = await get('broken')
  expect([broken.status, broken.headers.get('retry-after')]).toEqual([503, '5'])
  expect(errors).toHaveLength(1)
})
