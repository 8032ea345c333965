import type { IncomingMessage, ServerResponse } from 'node:http'
import { listenHttp } from '../http/listen.ts'
import { createMemoryStore } from '../log/memory.ts'
import { Drain } from '../tools/drain.ts'
import type { McpTool } from '../tools/tool.ts'
import { createAutoCarrier } from './carriers/auto.ts'
import { createKeyring, createOwnKeyring } from './carriers/keys.ts'
import { createSealedCarrier } from './carriers/sealed.ts'
import { createStoredCarrier } from './carriers/stored.ts'
import { Catalog, type Offer } from './catalog.ts'
import { EventHub } from './events.ts'
import { createFetchHandler } from './http/fetch.ts'
import { createNodeListener } from './http/node.ts'
import { createHttpRouter } from './http/route.ts'
import type { Legacy } from './rev2025/legacy.ts'
import { createModern } from './rev2026/create-modern.ts'
import { createModernHttp } from './rev2026/http.ts'
import { KeptRounds } from './rev2026/kept-round.ts'
import { Subscriptions } from './rev2026/listen.ts'
import { Rounds } from './rev2026/rounds.ts'
import { Tasks } from './rev2026/tasks.ts'
import { Sampler } from './sampler.ts'
import { DEFAULT_LIMITS, type ServeOptions } from './serve-options.ts'
import { serveStdio } from './stdio.ts'

/** Tools served over MCP, in both revisions, on one URL and one pipe. */
export interface McpServer {
  /** For any web-standard server. */
  fetch(request: Request): Promise<Response>
  /** For `node:http`. */
  listener(request: IncomingMessage, response: ServerResponse): void
  /** Starts an HTTP server of its own, on the loopback unless told otherwise. */
  listen(options?: { port?: number; host?: string }): Promise<{ url: string; close(): Promise<void> }>
  stdio(streams?: { input?: NodeJS.ReadableStream; output?: NodeJS.WritableStream }): {
    closed: Promise<void>
    close(): void
  }
  /** Tells clients that something has changed. */
  readonly notify: {
    toolsChanged(): void
    promptsChanged(): void
    resourcesChanged(): void
    resourceUpdated(uri: string): void
  }
  /** Offers something else from now on, and tells clients. */
  replace(offer: Offer): void
  /** Ends the open response streams of 2025 sessions, not their calls: clients come back for the rest. */
  dropStreams(): void
  /** Lets calls end between two steps, then lets go of everything. */
  close(): Promise<void>
}

const DAY = 24 * 60 * 60_000

/** Serves tools, prompts and resources: `listen` for HTTP, `stdio` for a pipe, `fetch` and `listener` to mount it elsewhere. */
export function serveMcp(options: ServeOptions): McpServer {
  const { name, version, instructions, auth, onVersionChange, stateTtl = DAY } = options
  const onError = options.onError ?? ((error: unknown) => console.error(error))
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const catalog = new Catalog(servable(options))
  const sampler = new Sampler(options.model, options.sampling ?? 'client-first')
  const store = options.store ?? createMemoryStore()
  const events = new EventHub()
  const drain = new Drain()
  const info = { name, version, ...(instructions !== undefined && { instructions }) }

  const keys = options.keys === undefined ? createOwnKeyring() : createKeyring(options.keys)
  const sealed = createSealedCarrier({ keys, ttl: stateTtl })
  const stored = createStoredCarrier({ store: store.runs, ttl: stateTtl })
  const auto = createAutoCarrier({ sealed, stored })
  const carrierFor = (tool: McpTool) => (tool.carrier === 'stored' ? stored : auto)

  const tasks = new Tasks(store, catalog, sampler, events, drain, limits.taskTtl, onError)
  // What other processes have left goes on without being asked for.
  if (options.store !== undefined) void tasks.start().catch(onError)

  const modern = createModern({
    info,
    catalog,
    rounds: new Rounds(sampler, carrierFor, name, drain, onVersionChange, new KeptRounds(store, stateTtl)),
    tasks,
    subscriptions: new Subscriptions(events, limits.subscriptions, drain.signal),
    drain,
    cacheScope: auth === undefined ? 'public' : 'private',
  })

  let closing: Promise<void> | undefined
  let legacy: Promise<Legacy> | undefined
  /** Loaded with the first message of a 2025 client: a server that never meets one starts faster without. */
  const useLegacy = (): Promise<Legacy> => {
    legacy ??= import('./rev2025/legacy.ts').then(({ createLegacy }) =>
      createLegacy({
        catalog,
        sampler,
        events,
        info,
        limits,
        onError,
        ...(onVersionChange !== undefined && { onVersionChange }),
      }),
    )
    return legacy
  }

  const handle = createHttpRouter({
    modernHttp: createModernHttp({ modern, catalog, onError }),
    legacy: useLegacy,
    onError,
    ...(auth !== undefined && { auth }),
    ...(options.allowedHosts !== undefined && { allowedHosts: options.allowedHosts }),
    ...(options.allowedOrigins !== undefined && { allowedOrigins: options.allowedOrigins }),
  })
  const http = { bodyLimit: limits.body, onError }
  const listener = createNodeListener(handle, http)

  return {
    fetch: createFetchHandler(handle, http),
    listener,
    async listen(address = {}) {
      const { url, close } = await listenHttp(listener, address)
      return { url: new URL('/mcp', url).href, close }
    },
    stdio: ({ input = process.stdin, output = process.stdout } = {}) =>
      serveStdio({ modern, legacy: useLegacy, input, output, onError }),
    notify: {
      toolsChanged: () => events.publish({ type: 'tools_changed' }),
      promptsChanged: () => events.publish({ type: 'prompts_changed' }),
      resourcesChanged: () => events.publish({ type: 'resources_changed' }),
      resourceUpdated: (uri) => events.publish({ type: 'resource_updated', uri }),
    },
    replace(offer) {
      catalog.replace(servable(offer))
      for (const type of ['tools_changed', 'prompts_changed', 'resources_changed'] as const) events.publish({ type })
    },
    dropStreams: () => void legacy?.then((started) => started.dropStreams()),
    close() {
      closing ??= (async () => {
        await modern.close()
        await (await legacy)?.close()
      })()
      return closing
    },
  }
}

/** Leaves out what only a page can answer, and says so. */
function servable(offer: Offer): Offer {
  const inApp = (tool: McpTool) => Object.values(tool.questions).some(({ ui }) => ui === 'in-app')
  const left = offer.tools.filter(inApp).map(({ name }) => name)
  if (left.length > 0) {
    console.error(`not served over MCP, because only a page answers their questions: ${left.join(', ')}`)
  }
  return { ...offer, tools: offer.tools.filter((tool) => !inApp(tool)) }
}
