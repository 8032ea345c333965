import { type Listening, type ListenOptions, listenHttp } from '../http/listen.ts'
import { type NodeListener, toPath } from '../http/listener.ts'
import type { Inbox } from '../inbox/create-inbox.ts'
import { createKeyring, createOwnKeyring } from '../keys/keyring.ts'
import { Health } from '../log/health.ts'
import { createMemoryStore } from '../log/memory.ts'
import { defined } from '../tools/defined.ts'
import { Drain } from '../tools/drain.ts'
import { createSealedCarrier } from './carriers/sealed.ts'
import { WELL_KNOWN } from './core/auth.ts'
import { Catalog, type Offer } from './core/catalog.ts'
import { EventHub, LISTS } from './core/events.ts'
import { readGuarded } from './core/guarded.ts'
import { type HttpExchange, replyWith } from './core/http-exchange.ts'
import { Sampler } from './core/sampler.ts'
import type { ServerParts } from './core/server-parts.ts'
import { ToolViews } from './core/views.ts'
import { createFetchHandler } from './http/fetch.ts'
import { createNodeListener } from './http/node.ts'
import { createHttpRouter } from './http/route.ts'
import type { Rev2025 } from './rev2025/rev2025.ts'
import { createRev2026 } from './rev2026/handlers.ts'
import { createRev2026Http } from './rev2026/http.ts'
import { Subscriptions } from './rev2026/listen.ts'
import { Rounds } from './rev2026/rounds.ts'
import { Tasks } from './rev2026/tasks.ts'
import { readServeLimits, type ServeOptions, type ViewOptions } from './serve-options.ts'
import { serveStdio } from './stdio.ts'

/** A server of tools over MCP, with both revisions on one URL and one pipe. */
export interface McpServer extends AsyncDisposable {
  /** For any web-standard server. `env` is what Hono passes on: on `node:http` it has the request of Node. */
  fetch(request: Request, env?: unknown): Promise<Response>
  /** For `node:http` and Express: `app.use(server.listener)`. */
  readonly listener: NodeListener
  /**
   * Takes up the calls and tasks that other processes have left in the store. `listen`, `stdio` and the first request do so too;
   * call it where the server is mounted and may get no request for a while.
   */
  start(): void
  /** Starts an HTTP server, on the loopback unless `host` names another address. */
  listen(options?: ListenOptions): Promise<Listening>
  stdio(streams?: { input?: NodeJS.ReadableStream; output?: NodeJS.WritableStream }): {
    closed: Promise<void>
    close(): void
  }
  /** Notifies clients of a change. */
  readonly notify: {
    toolsChanged(): void
    promptsChanged(): void
    resourcesChanged(): void
    resourceUpdated(uri: string): void
  }
  /** Replaces the offer and notifies clients. */
  replace(offer: Offer): void
  /** Closes the open response streams of 2025 sessions, not their calls: clients resume for the rest. */
  dropStreams(): void
  /** Lets calls end between two steps, and stops. Does not close the store. */
  close(): Promise<void>
}

const DAY = 24 * 60 * 60_000

/** Serves tools, prompts and resources: `listen` for HTTP, `stdio` for a pipe, `fetch` and `listener` to mount it elsewhere. */
export function serveMcp(options: ServeOptions): McpServer {
  const { name, version, instructions, auth, onVersionChange, path = '/mcp', stateTtl = DAY } = options
  const onError = options.onError ?? ((error: unknown) => console.error(error))
  const limits = readServeLimits(options.limits)
  const asks = options.questionsInWords ?? true
  const views = toToolViews(name, options.views, onError)
  const isInWords = asks || views !== undefined || Number.isFinite(limits.callWait)
  const inWords = isInWords ? { asks, wait: limits.callWait, shows: views !== undefined } : undefined
  const catalog = new Catalog(options, { inWords, views })
  const sampler = new Sampler(options.model, options.sampling ?? 'server-first')
  const store = options.store ?? createMemoryStore()
  const events = new EventHub((uri) => catalog.watch(uri, () => events.publish({ type: 'resource_updated', uri })))
  const drain = new Drain()
  const info = { name, version, ...(instructions !== undefined && { instructions }) }

  const keys = options.keys === undefined ? createOwnKeyring() : createKeyring(options.keys)
  // What a key of this process seals ends with the process; what a durable store has does not.
  const isSealed = options.keys !== undefined || !store.isDurable
  const sealed = isSealed ? createSealedCarrier({ keys, ttl: stateTtl }) : undefined
  const { leaseTtl = 10_000, inbox } = options
  const signalUrl = inbox && ((...args: Parameters<Inbox['toSignalUrl']>) => inbox.toSignalUrl(...args))
  const shared: ServerParts = { store, leaseTtl, catalog, sampler, signalUrl, onVersionChange, onError }
  const tasks = new Tasks({ ...shared, hub: events, ttl: limits.taskTtl, limit: limits.tasks })
  const rounds = new Rounds({
    ...shared,
    patience: limits.othersWait,
    heartbeat: limits.heartbeat,
    sealed,
    tasks,
    audience: name,
    stateTtl,
    keptCalls: limits.keptCalls,
    // Several processes with the same keys and no common store: the handle of a call holds all of it.
    handles: options.store === undefined && options.keys !== undefined ? keys : undefined,
    drain,
  })
  const rev2026 = createRev2026({
    info,
    catalog,
    rounds,
    tasks,
    subscriptions: new Subscriptions(events, limits, drain.signal),
    drain,
    cacheScope: auth === undefined ? 'public' : 'private',
  })

  let isStarted = options.store === undefined
  /** Not called here: Workers allow no random numbers before the first request. */
  const start = (): void => {
    if (isStarted) return
    isStarted = true
    Promise.all([tasks.start(), rounds.start()]).catch(onError)
  }

  let closing: Promise<void> | undefined
  const close = (): Promise<void> => {
    closing ??= (async () => {
      isStarted = true
      await rev2026.close()
      await (await rev2025)?.close()
    })()
    return closing
  }
  let rev2025: Promise<Rev2025> | undefined
  const loadRev2025 = async (): Promise<Rev2025> => {
    const { createRev2025 } = await import('./rev2025/rev2025.ts')
    const loaded = createRev2025({ ...shared, rounds, events, info, limits, closing: drain.signal })
    // A session that a late request began or took over would be kept from every other process.
    if (closing !== undefined) await loaded.close()
    return loaded
  }
  /** Loaded with the first message of a 2025 client, so that servers start faster. */
  const useRev2025 = (): Promise<Rev2025> => {
    rev2025 ??= loadRev2025()
    return rev2025
  }

  const route = createHttpRouter({
    rev2026Http: createRev2026Http({ rev2026, catalog, unread: limits.unread, onError }),
    rev2025: useRev2025,
    path,
    guardedBy: (message) => readGuarded(message, catalog),
    onError,
    ...defined({ auth, allowedHosts: options.allowedHosts, allowedOrigins: options.allowedOrigins }),
  })
  const health = new Health({ probe: () => store.log('task').get('healthz'), isDraining: () => drain.signal.aborted })
  const handle = (exchange: HttpExchange) => {
    // Before the guard: a load balancer requests it by the address of the machine.
    if (exchange.method === 'GET' && exchange.url === '/healthz')
      return health.reply().then((response) => replyWith(exchange, response))
    start()
    return route(exchange)
  }
  const http = { bodyLimit: limits.body, onError }
  const answer = createNodeListener(handle, http)
  const serves = (asked: string) => asked === path || asked === '/healthz' || asked.startsWith(WELL_KNOWN)
  const listener: NodeListener = (request, response, next) =>
    next === undefined || serves(toPath(request)) ? answer(request, response) : next()

  return {
    fetch: createFetchHandler(handle, http),
    listener,
    start,
    async listen(address = {}) {
      start()
      const listening = await listenHttp(listener, address)
      return { ...listening, url: new URL(path, listening.url).href }
    },
    stdio({ input = process.stdin, output = process.stdout } = {}) {
      start()
      return serveStdio({ rev2026, rev2025: useRev2025, input, output, onError })
    },
    notify: {
      toolsChanged: () => events.publish({ type: 'list_changed', list: 'tools' }),
      promptsChanged: () => events.publish({ type: 'list_changed', list: 'prompts' }),
      resourcesChanged: () => events.publish({ type: 'list_changed', list: 'resources' }),
      resourceUpdated: (uri) => events.publish({ type: 'resource_updated', uri }),
    },
    replace(offer) {
      catalog.replace(offer)
      for (const list of LISTS) events.publish({ type: 'list_changed', list })
      events.rewatch()
    },
    dropStreams: () => void rev2025?.then((started) => started.dropStreams()),
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Milliseconds for which a call waits for its view. */
const PRESENCE = 1_500

/** The names of clients that were seen to show views and to hide app-only tools from their model: Claude and ChatGPT. */
const HOSTS = ['claude-ai', 'openai-mcp', 'openai-mcp(ChatGPT)']

function toToolViews(
  server: string,
  given: ServeOptions['views'],
  onError: (error: unknown) => void,
): ToolViews | undefined {
  if (given === undefined) return undefined
  const options: ViewOptions = 'read' in given ? { from: given } : given
  const { from, hosts = HOSTS, presence = PRESENCE, assume = false } = options
  return new ToolViews({ server, from, hosts, presence, assume, onError })
}
