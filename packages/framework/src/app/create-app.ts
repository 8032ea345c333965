import { checkHostNames } from '../http/guard.ts'
import { HttpError } from '../http/http-error.ts'
import { type Listening, type ListenOptions, listenHttp } from '../http/listen.ts'
import { createListener, type NodeListener, toPath } from '../http/listener.ts'
import { replyThrown } from '../http/replies.ts'
import { checkBaseUrl } from '../inbox/create-inbox.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { indexTools } from '../tools/tool-names.ts'
import { type AppOptions, type AppParts, type Opened, openApp, WELL_KNOWN } from './open-app.ts'

/** A chat, an MCP server and an inbox on one store, with one sign-in. */
export interface App extends AsyncDisposable {
  /** For any web-standard server: Workers, Bun and Deno serve the app itself, a Next.js route exports it as its methods. */
  fetch(request: Request, env?: unknown): Promise<Response>
  /** For `node:http` and Express: `server.use(app.listener)`. It calls `next` for paths that are not the app's. */
  readonly listener: NodeListener
  /** Starts an HTTP server, on the loopback unless `host` names another address. */
  listen(options?: ListenOptions): Promise<Listening>
  /** Opens the store and takes up unfinished work. The first request and `listen` do it too. */
  start(): Promise<AppParts>
  /** Ends requests, leaves every run where it is, and closes the store. */
  close(): Promise<void>
}

/**
 * Creates an app that owns its store. Nothing is opened before the first request.
 *
 * ```ts
 * const app = createApp({ name: 'travel', version: '1.0.0', store: () => createSqliteStore('app.db'), tools: [bookFlight], chat: true })
 * await app.listen({ port: 3000 })     // /api/chat, /mcp, /api/inbox and /healthz
 * ```
 */
export function createApp(options: AppOptions): App {
  // What is wrong here would otherwise fail the first request, or the first link.
  for (const part of [options, options.chat, options.mcp])
    if (typeof part === 'object' && typeof part.tools === 'object') indexTools(part.tools)
  if (options.baseUrl !== undefined) checkBaseUrl(options.baseUrl)
  for (const name of ['allowedHosts', 'allowedOrigins'] as const) checkHostNames(name, options[name] ?? [])
  const { onError = console.error, fallback } = options
  const mcpPath = (typeof options.mcp === 'object' ? options.mcp.path : undefined) ?? '/mcp'
  const isMcp = (path: string) => options.mcp !== false && (path === mcpPath || path.startsWith(WELL_KNOWN))
  const own = ['/healthz', '/q', '/api/inbox', '/api/signals']
  if (options.chat) own.push('/api/chat')
  if (options.operators !== undefined) own.push('/api/runs')
  const isOwn = (path: string) => own.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  const serves = (path: string) => fallback !== undefined || isMcp(path) || isOwn(path)
  const listening: Listening[] = []
  let isClosing = false
  let opening: Promise<Opened> | undefined
  let closing: Promise<void> | undefined

  const open = async (): Promise<Opened> => {
    if (isClosing && opening === undefined) throw refusal()
    opening ??= openApp(options, { mcpPath, url: () => listening[0]?.url, isDraining: () => isClosing }).catch(
      (error) => {
        // The store could not be opened; the next request tries again.
        opening = undefined
        throw error
      },
    )
    return opening
  }
  const fetch: App['fetch'] = async (request, env) => {
    try {
      return await (await open()).routes.fetch(request, env as object)
    } catch (error) {
      return replyThrown(error, onError)
    }
  }
  const answer = createListener(fetch, { onError })
  const listener: NodeListener = (request, response, next) => {
    const path = toPath(request)
    if (next !== undefined && !serves(path)) return next()
    if (!isMcp(path)) return answer(request, response)
    // The listener of MCP makes no web-standard objects, so that it is faster.
    open().then(
      ({ mcp }) => (mcp === undefined ? answer(request, response) : mcp.listener(request, response)),
      () => answer(request, response),
    )
  }
  async function close(): Promise<void> {
    isClosing = true
    const opened = await opening?.catch(() => undefined)
    const errors: unknown[] = []
    // What cannot be closed must not leave the rest open.
    const end = async (part: { close(): MaybePromise<void> } | undefined) => {
      try {
        await part?.close()
      } catch (error) {
        errors.push(error)
      }
    }
    // Not awaited yet: the listeners wait for open requests, which end because the parts are closing.
    const unlistened = Promise.all(listening.map(end))
    await Promise.all([opened?.chat, opened?.inbox, opened?.mcp, opened?.schedules].map(end))
    for (const part of options.parts ?? []) await end(part)
    await unlistened
    await end(opened?.store ?? (typeof options.store === 'object' ? options.store : undefined))
    if (errors.length > 1) throw new AggregateError(errors, 'several parts of the app could not be closed')
    if (errors.length > 0) throw errors[0]
  }
  return {
    fetch,
    listener,
    async listen(address) {
      const server = await listenHttp(listener, address)
      listening.push(server)
      try {
        await open()
        // `close` may not have seen it.
        if (isClosing) throw refusal()
      } catch (error) {
        // Links must not lead there.
        listening.splice(listening.indexOf(server), 1)
        await server.close()
        throw error
      }
      return server
    },
    async start() {
      const { routes: _, schedules: __, ...parts } = await open()
      return parts
    },
    close() {
      closing ??= close()
      return closing
    },
    [Symbol.asyncDispose]() {
      return this.close()
    },
  }
}

const refusal = () => new HttpError(503, 'closing', 'the server is shutting down')
