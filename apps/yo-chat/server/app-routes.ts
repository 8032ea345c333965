import { messageOf } from '@sweatpants/framework/cli'
import { createRoutes, HttpError, type RouteTable, replyJson, replyNothing } from '@sweatpants/framework/http'
import type { Hono } from 'hono'
import { z } from 'zod'
import { readHeaders, readServerUrl } from './hosted/address.ts'
import type { HostedServerInfo, HostedServers } from './hosted/servers.ts'
import { createKeyTable, type KeyRoutesOptions } from './keys/key-routes.ts'
import type { OfferedModel } from './models.ts'
import { createSharingTable, type SharingOptions } from './sharing/sharing-routes.ts'

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
  /** The origin of the frames for views of other servers. */
  sandbox: string
}

export interface AppRoutesOptions extends KeyRoutesOptions {
  info: Omit<AppInfo, 'model' | 'demo' | 'models' | 'servers' | 'sandbox'>
  servers: HostedServers
  sharing: SharingOptions
  /** Returns the origin of the sandbox for a page that was loaded from this `Host`. */
  sandboxFor: (host: string) => string
  /** Hostnames that are served. */
  hosts: readonly string[]
  onError: (error: unknown) => void
}

const MAX_BODY = 16 * 1024

/** No other field: a request cannot start a program. */
const NewServer = z.strictObject({ url: z.string(), headers: z.record(z.string(), z.string()).optional() })

const ToolChoice = z.strictObject({ isOn: z.boolean().exactOptional(), isAllowed: z.boolean().exactOptional() })

/** What the page requests beside its conversations, below `/api/app`. */
export function createAppRoutes(options: AppRoutesOptions): Hono {
  const { info, models, servers, sharing, sandboxFor, hosts, onError } = options
  const table: RouteTable = {
    ...createKeyTable(options),
    ...createSharingTable(sharing),
    '/api/app': {
      async GET({ request }) {
        // The guard has read it.
        const sandbox = sandboxFor(request.headers.get('host')!)
        await models.refresh()
        const [model] = models.list()
        const offer = { model, demo: model === 'demo', models: models.offered }
        return replyJson(200, { ...info, ...offer, servers: await servers.list(), sandbox } satisfies AppInfo)
      },
    },
    '/api/app/servers': {
      async POST({ json }) {
        const { url, headers } = readNewServer(await json())
        return replyJson(201, { server: await servers.add(url, headers) })
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
    '/api/app/servers/:id/disable': {
      async POST({ param }) {
        await servers.disable(param('id'))
        return replyNothing()
      },
    },
    '/api/app/servers/:id/sign-in': {
      async POST({ param, request }) {
        const url = await servers.beginSignIn(param('id'), originOf(request))
        return replyJson(200, { url: url.href })
      },
      async DELETE({ param }) {
        await servers.signOut(param('id'))
        return replyNothing()
      },
    },
    '/api/app/servers/:id/client.json': {
      async GET({ param, request }) {
        return replyJson(200, servers.describeApp(param('id'), originOf(request)))
      },
    },
    '/api/app/servers/:id/signed-in': {
      // The browser comes from the authorization server, with a code that must not stay in its address bar.
      async GET({ param, request }) {
        await servers.finishSignIn(param('id'), new URL(request.url).searchParams)
        const headers = { location: '/?servers', 'referrer-policy': 'no-referrer', 'cache-control': 'no-store' }
        return new Response(null, { status: 303, headers })
      },
    },
    '/api/app/servers/:id/tools/:tool': {
      async PATCH({ param, json }) {
        const choice = ToolChoice.safeParse(await json())
        if (!choice.success) {
          throw new HttpError(400, 'bad_choice', 'expected { "isOn": true }, { "isAllowed": true } or both')
        }
        await servers.chooseTool(param('id'), param('tool'), choice.data)
        return replyNothing()
      },
    },
  }
  return createRoutes(table, { below: '/api/app/*', allowedHosts: hosts, bodyLimit: MAX_BODY, onError })
}

/** Where the browser finds the app: as its page says, unless the page is of another host. */
function originOf(request: Request): string {
  const { origin, host } = new URL(request.url)
  const page = request.headers.get('origin')
  return page !== null && URL.canParse(page) && new URL(page).host === host ? page : origin
}

function readNewServer(body: unknown): { url: string; headers: Record<string, string> } {
  const parsed = NewServer.safeParse(body)
  if (!parsed.success) {
    const problem = parsed.error.issues[0]?.message ?? 'it is something else'
    throw new HttpError(400, 'bad_server', `expected { "url": "https://…" }, perhaps with "headers": ${problem}`)
  }
  const { url, headers = {} } = parsed.data
  try {
    return { url: readServerUrl(url), headers: readHeaders(headers) }
  } catch (error) {
    throw new HttpError(400, 'bad_url', messageOf(error))
  }
}
