import { messageOf } from '@sweatpants/framework/cli'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { guard } from './guard.ts'
import { readServerUrl } from './hosted/address.ts'
import type { HostedServerInfo, HostedServers } from './hosted/servers.ts'
import type { OfferedModel } from './models.ts'
import { RequestError } from './request-error.ts'

/** What the page is told about the app. */
export interface AppInfo {
  name: string
  /** The model of a conversation that has not chosen one. */
  model: string
  /** Whether that is the demo model. */
  demo: boolean
  models: readonly OfferedModel[]
  /** The persona of a conversation that has not chosen one. */
  persona: string | undefined
  personas: readonly { id: string; label: string }[]
  examples: readonly { title: string; prompt: string }[]
  servers: readonly HostedServerInfo[]
}

export interface AppRoutesOptions {
  info: Omit<AppInfo, 'servers'>
  servers: HostedServers
  /** Host names that may be asked for. */
  hosts: readonly string[]
  onError: (error: unknown) => void
}

const MAX_BODY = 16 * 1024

/** Nothing else: a request can neither start a program nor send headers of its choosing. */
const NewServer = z.strictObject({ url: z.string() })

/** What the page asks beside its conversations, below `/api/app`. */
export function createAppRoutes({ info, servers, hosts, onError }: AppRoutesOptions): Hono {
  const routes = new Hono()
  routes.use('/api/app/*', async (c, next) => {
    c.header('cache-control', 'no-store')
    c.header('x-content-type-options', 'nosniff')
    await next()
  })
  const limit = bodyLimit({ maxSize: MAX_BODY, onError: tooLarge })
  // It reads a body whose length was not told.
  routes.use('/api/app/*', (c, next) => limit(c, next).catch(refuseBody))

  routes.all('/api/app', guard(['GET'], hosts), (c) => c.json({ ...info, servers: servers.list() } satisfies AppInfo))

  routes.all('/api/app/servers', guard(['POST'], hosts), async (c) => {
    const url = readNewServer(await c.req.text().catch(refuseBody))
    return c.json({ server: await servers.add(url) }, 201)
  })

  routes.all('/api/app/servers/:id', guard(['DELETE'], hosts), async (c) => {
    await servers.remove(c.req.param('id'))
    return c.body(null, 204)
  })

  routes.all('/api/app/*', ({ req }) => {
    throw new RequestError(404, 'no_such_route', `nothing is served at ${req.path}`)
  })

  routes.onError((error, c) => {
    if (error instanceof RequestError) {
      const { status, code, message, headers } = error
      return c.json({ error: { code, message } }, status, headers)
    }
    onError(error)
    return c.json({ error: { code: 'internal', message: 'something went wrong here; try again' } }, 500)
  })
  return routes
}

const tooLarge = (): never => {
  // What is left of the body is in the way of whatever comes next.
  throw new RequestError(413, 'body_too_large', `a request has at most ${MAX_BODY} bytes`, { connection: 'close' })
}

/** What was thrown while a body was read: whoever leaves before its end has asked for nothing. */
function refuseBody(thrown: unknown): never {
  if (thrown instanceof RequestError) throw thrown
  throw new RequestError(400, 'body_incomplete', 'the body broke off before its end')
}

function readNewServer(body: string): string {
  const parsed = NewServer.safeParse(parseJson(body))
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? 'it is not that'
    throw new RequestError(400, 'bad_server', `expected { "url": "https://…" }, and nothing else: ${problem}`)
  }
  try {
    return readServerUrl(parsed.data.url)
  } catch (error) {
    throw new RequestError(400, 'bad_url', messageOf(error))
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new RequestError(400, 'bad_json', 'the body is not JSON')
  }
}
