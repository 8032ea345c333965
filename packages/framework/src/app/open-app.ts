import { Hono } from 'hono'
import type { Chat, ChatOptions } from '../chat/create-chat.ts'
import type { StartSchedulesOptions } from '../control/start-schedules.ts'
import { type AuthOption, identify } from '../http/auth.ts'
import { LOOPBACK_NAMES } from '../http/guard.ts'
import { HttpError } from '../http/http-error.ts'
import { replyError, replyThrown } from '../http/replies.ts'
import { createInbox, type Inbox, type InboxOptions } from '../inbox/create-inbox.ts'
import { Health } from '../log/health.ts'
import type { Store } from '../log/log.ts'
import { createMemoryStore } from '../log/memory.ts'
import { type McpServer, serveMcp } from '../mcp/serve.ts'
import type { ServeOptions } from '../mcp/serve-options.ts'
import type { Model } from '../models/model.ts'
import type { ModelSource } from '../models/model-source.ts'
import { defined } from '../tools/defined.ts'
import { SweatpantsError } from '../tools/errors.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import type { RunOptions } from '../tools/run-tool.ts'
import type { McpTool } from '../tools/tool.ts'

/** The options that an app sets once for all of its parts. */
type Shared =
  | 'name'
  | 'version'
  | 'store'
  | 'auth'
  | 'keys'
  | 'inbox'
  | 'allowedHosts'
  | 'allowedOrigins'
  | 'onVersionChange'
  | 'onError'

export interface AppOptions {
  name: string
  version: string
  /** Where everything is stored, or a function that opens it with the first request. In memory when absent. The app closes it. */
  store?: Store | (() => MaybePromise<Store>)
  /** The tools of the chat, of the MCP server, which may each name others, and of the schedules in the store. */
  tools?: readonly McpTool[]
  /** The models of the chat; the first one also answers samples of MCP clients that have none. A source when they change. Default: what `resolveModel()` finds, for a chat. */
  models?: readonly (string | Model)[] | ModelSource
  /** Names the caller of a request, on every route; without it every caller is the same one. */
  auth?: AuthOption | undefined
  /** Returns the names that a principal answers to. Default: `user:<principal>`. */
  audience?: InboxOptions['audience']
  /** Returns whether a principal is an operator, who sees and mends all runs at `/api/runs`. Without it there are no such routes. */
  operators?: (principal: string) => MaybePromise<boolean>
  /** Secrets that seal states and links, newest first; see `readKeys`. Without them, both end with the process. */
  keys?: readonly string[] | undefined
  /** The public address of the app, for links and signals. Default: where it listens. */
  baseUrl?: string
  /** Host names to accept. Default: the loopback names. */
  allowedHosts?: readonly string[]
  /** Host names of other origins whose pages may call. Default: none. */
  allowedOrigins?: readonly string[]
  /** Serves the chat at `/api/chat`. Default: false. */
  chat?: boolean | Omit<Partial<ChatOptions>, Shared | 'models'>
  /** Serves MCP, at `/mcp` unless `path` says otherwise. Default: true. */
  mcp?: boolean | Omit<Partial<ServeOptions>, Shared | 'model'>
  /** More about the inbox, at `/api/inbox`, `/api/signals` and `/q`: how people learn of questions, limits. */
  inbox?: Omit<InboxOptions, Shared | 'audience' | 'baseUrl'>
  /** Answers every other path: pages, routes of your own. Default: 404. */
  fallback?: (request: Request, env?: unknown) => MaybePromise<Response>
  /** Other users of the store: closed one after the other, after the chat and the MCP server and before the store. */
  parts?: readonly { close(): MaybePromise<void> }[]
  /** Milliseconds after which a process without a heartbeat counts as dead. Default 10 seconds. */
  leaseTtl?: number
  /** How to go on with a run of another `.version`. Default `fail`: it is blocked until the right version is back. */
  onVersionChange?: RunOptions['onVersionChange']
  /** Receives every error that is not the caller's mistake. Default: standard error. */
  onError?: (error: unknown) => void
}

/** The parts that an app has opened. */
export interface AppParts {
  readonly store: Store
  readonly inbox: Inbox
  readonly chat?: Chat
  readonly mcp?: McpServer
}

export const WELL_KNOWN = '/.well-known/oauth-protected-resource'

export interface Opened extends AppParts {
  readonly routes: Hono
  readonly schedules?: { close(): Promise<void> }
}

/** Values that `openApp` gets from `createApp`. */
interface Surroundings {
  mcpPath: string
  /** Returns where the app listens. */
  url(): string | undefined
  isDraining(): boolean
}

/** Opens the store and everything on it. Closes what it has opened if one of them fails. */
export async function openApp(options: AppOptions, { mcpPath, url, isDraining }: Surroundings): Promise<Opened> {
  const {
    name,
    version,
    tools = [],
    auth,
    operators,
    keys,
    leaseTtl,
    onVersionChange,
    allowedOrigins,
    onError = console.error,
  } = options
  const allowedHosts = options.allowedHosts ?? LOOPBACK_NAMES
  const chatOptions = toOptions(options.chat ?? false)
  const mcpOptions = toOptions(options.mcp ?? true)
  const baseUrl = () => options.baseUrl ?? url() ?? `http://${allowedHosts[0]}`
  const models = await openModels(options.models, chatOptions !== undefined)

  const store = await openStore(options.store)
  const shared = { store, auth, allowedHosts, allowedOrigins, onError, ...defined({ leaseTtl, onVersionChange }) }
  let inbox: Inbox | undefined
  let chat: Chat | undefined
  let mcp: McpServer | undefined
  try {
    inbox = createInbox({
      ...shared,
      ...options.inbox,
      baseUrl,
      ...defined({ keys, audience: options.audience }),
    })
    const routes = new Hono().onError((error) => replyThrown(error, onError))
    const health = new Health({ probe: () => store.log('task').get('healthz'), isDraining })
    routes.get('/healthz', () => health.reply())
    if (chatOptions !== undefined) {
      const { createChat } = await import('../chat/create-chat.ts')
      chat = await createChat({ tools, ...chatOptions, ...shared, inbox, ...(models && { models: models.source }) })
      routes.route('/', chat.routes)
    }
    routes.route('/', inbox.routes)
    if (operators !== undefined) routes.route('/', await openControl(options, store, operators))
    if (mcpOptions !== undefined) {
      const own = { name, version, tools, ...mcpOptions, ...shared, inbox, keys, path: mcpPath }
      // A page that was served under one of our host names may always call.
      const origins = [...allowedHosts, ...(allowedOrigins ?? [])]
      mcp = serveMcp({ ...own, ...(models && { model: models.first }), allowedOrigins: origins })
      const { fetch } = mcp
      for (const path of [mcpPath, `${WELL_KNOWN}/*`]) routes.all(path, ({ req, env }) => fetch(req.raw, env))
    }
    const { fallback } = options
    routes.all('*', ({ req, env }) => fallback?.(req.raw, env) ?? replyNotFound(req.path))
    // Not with the first request of an MCP client: a task that a dead node has left does not wait for one.
    mcp?.start()
    const served = mcp === undefined ? [] : (mcpOptions?.tools ?? tools)
    const schedules =
      options.store === undefined ? undefined : await openSchedules(shared, tools, served, models?.first)
    return { routes, store, inbox, ...(chat && { chat }), ...(mcp && { mcp }), ...(schedules && { schedules }) }
  } catch (error) {
    await Promise.all([mcp?.close(), chat?.close(), inbox?.close()])
    // A store that was handed in is needed for the next attempt.
    if (typeof options.store === 'function') await store.close()
    throw error
  }
}

const toOptions = <T extends object>(given: boolean | T): Partial<T> | undefined =>
  given === true ? {} : given === false ? undefined : given

const openStore = (store: AppOptions['store']): MaybePromise<Store> =>
  typeof store === 'function' ? store() : (store ?? createMemoryStore())

/** Loads no provider unless there is a chat or the app names models. */
async function openModels(
  choices: AppOptions['models'],
  isNeeded: boolean,
): Promise<{ source: ModelSource; first: Model } | undefined> {
  if (choices === undefined && !isNeeded) return undefined
  const { defaultModelOf, toModelSource } = await import('../models/model-source.ts')
  const source = await toModelSource(choices)
  return { source, first: defaultModelOf(source) }
}

/** Schedules are in the store, so an app whose store ends with the process has none. The MCP server drives the runs of its tools. */
async function openSchedules(
  shared: Pick<StartSchedulesOptions, 'store' | 'leaseTtl' | 'onVersionChange' | 'onError'>,
  tools: readonly McpTool[],
  served: readonly McpTool[],
  model: Model | undefined,
): Promise<Opened['schedules']> {
  if (tools.length === 0) return undefined
  const { beginScheduled, startSchedules } = await import('../control/start-schedules.ts')
  return tools.every((tool) => served.includes(tool))
    ? beginScheduled({ ...shared, tools: () => tools })
    : startSchedules({ ...shared, tools, ...(model !== undefined && { model }) })
}

async function openControl(
  { auth, allowedHosts, allowedOrigins, onError = console.error }: AppOptions,
  store: Store,
  operators: NonNullable<AppOptions['operators']>,
): Promise<Hono> {
  if (auth === undefined) throw new SweatpantsError('operators are principals: createApp needs auth to know who calls')
  const { createRunRoutes } = await import('../control/routes.ts')
  return createRunRoutes({
    store,
    allowedHosts,
    allowedOrigins,
    onError,
    async auth(request, incoming) {
      const { principal } = await identify(auth, request, incoming)
      if (await operators(principal)) return principal
      throw new HttpError(403, 'not_an_operator', 'only operators see the runs of everyone')
    },
  })
}

const replyNotFound = (path: string): Response =>
  replyError(new HttpError(404, 'no_such_route', `nothing is served at ${path}`))
