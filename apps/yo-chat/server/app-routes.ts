import { messageOf } from '@sweatpants/framework/cli'
import { createRoutes, HttpError, type RouteTable, replyJson, replyNothing } from '@sweatpants/framework/http'
import type { Hono } from 'hono'
import { z } from 'zod'
import { readServerUrl } from './hosted/address.ts'
import type { HostedServerInfo, HostedServers } from './hosted/servers.ts'
import type { OfferedModel } from './models.ts'

/** What the page knows about the app. */
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
  /** Hostnames that are served. */
  hosts: readonly string[]
  onError: (error: unknown) => void
}

const MAX_BODY = 16 * 1024

/** No other field: a request can neither start a program nor send headers of its choosing. */
const NewServer = z.strictObject({ url: z.string() })

/** What the page requests beside its conversations, below `/api/app`. */
export function createAppRoutes({ info, servers, hosts, onError }: AppRoutesOptions): Hono {
  const table: RouteTable = {
    '/api/app': {
      GET: () => replyJson(200, { ...info, servers: servers.list() } satisfies AppInfo),
    },
    '/api/app/servers': {
      async POST({ json }) {
        const url = readNewServer(await json())
        return replyJson(201, { server: await servers.add(url) })
      },
    },
    '/api/app/servers/:id': {
      async DELETE({ param }) {
        await servers.remove(param('id'))
        return replyNothing()
      },
    },
    '/api/app/servers/:id/enable': {
      async POST({ param }) {
        return replyJson(200, { server: await servers.enable(param('id')) })
      },
    },
  }
  return createRoutes(table, { below: '/api/app/*', allowedHosts: hosts, bodyLimit: MAX_BODY, onError })
}

function readNewServer(body: unknown): string {
  const parsed = NewServer.safeParse(body)
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? 'it is something else'
    throw new HttpError(400, 'bad_server', `expected { "url": "https://…" } and nothing else: ${problem}`)
  }
  try {
    return readServerUrl(parsed.data.url)
  } catch (error) {
    throw new HttpError(400, 'bad_url', messageOf(error))
  }
}
