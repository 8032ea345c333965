import type { Hono } from 'hono'
import { HttpError } from '../http/http-error.ts'
import { readLimits } from '../http/limits.ts'
import { replyBytes, replyEvents, replyJson, replyNothing } from '../http/replies.ts'
import {
  createRoutes,
  type RouteHandler,
  type RouteRequest,
  type RoutesOptions,
  type RouteTable,
  readPlace,
} from '../http/routes.ts'
import { EventStreams } from '../log/event-streams.ts'
import { Health } from '../log/health.ts'
import { type Log, StreamGoneError } from '../log/log.ts'
import type { HostedView } from '../tools/hosted-app.ts'
import { isObject } from '../tools/json.ts'
import { CommandError, parseCommand } from './command.ts'
import { toOwnerLog, toOwnerState } from './owner-view.ts'
import type { Patch } from './patch.ts'
import type { ShownView } from './read-view.ts'
import type { Sessions } from './sessions.ts'
import type { ChatState } from './state.ts'

export interface ChatRoutesOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'onError'> {
  sessions: Sessions
  log: Log<Patch>
  /** Returns large data of a message or a result, as base64; without it there is none. */
  readAttachment?: (sessionId: string, digest: string) => Promise<string | undefined>
  /** Resolves to the view of a call, or of one of its questions; without it there are none. */
  readView?: (state: ChatState, shown: ShownView) => Promise<HostedView>
  limits?: Partial<ChatRoutesLimits>
  /** The event streams, if other routes share them; `limits`, `heartbeat` and `signal` are theirs. Default: streams of these routes alone. */
  streams?: EventStreams<Patch>
  /** Milliseconds between two heartbeats on a silent event stream. Default 15 seconds. */
  heartbeat?: number
  /** Ends all event streams when it aborts, because the server is shutting down. */
  signal?: AbortSignal
}

export interface ChatRoutesLimits {
  /** Bytes of one request. Default 6 MiB. */
  body: number
  /** Event streams that are open at once. Default 10,000. */
  streams: number
  /** Event streams of one principal that are open at once. Default 100. */
  streamsPerPrincipal: number
}

/** Characters of a search. */
const MAX_QUERY = 200

export const ROUTES_LIMITS: ChatRoutesLimits = { body: 6 * 1024 * 1024, streams: 10_000, streamsPerPrincipal: 100 }

export function createChatStreams(options: Omit<ChatRoutesOptions, 'sessions'>): EventStreams<Patch> {
  const { log, heartbeat = 15_000, signal, onError } = options
  const { streams: limit, streamsPerPrincipal: limitPerCaller } = readLimits(ROUTES_LIMITS, options.limits)
  return new EventStreams({ log: toOwnerLog(log), limit, limitPerCaller, heartbeat, signal, onError })
}

/** The HTTP interface of chats, below `/api/chat`. */
export function createChatRoutes(options: ChatRoutesOptions): Hono {
  const { sessions, log, signal, streams = createChatStreams(options) } = options
  const limits = readLimits(ROUTES_LIMITS, options.limits)

  const ofSession =
    (handle: (sessionId: string, request: RouteRequest, createdAt: number) => Promise<Response>): RouteHandler =>
    async (request) => {
      const sessionId = request.param('sessionId')
      const createdAt = await sessions.refuseForeign(sessionId, request.principal)
      return handle(sessionId, request, createdAt)
    }

  const table: RouteTable = {
    '/api/chat/sessions': {
      async GET({ principal }) {
        return replyJson(200, { sessions: await sessions.list(principal) })
      },
      async POST({ json, principal }) {
        const { sessionId } = toCreation(await json())
        return replyJson(201, { sessionId: await sessions.create(principal, sessionId) })
      },
    },
    '/api/chat/search': {
      async GET({ principal, query }) {
        const wanted = query('q') ?? ''
        if (wanted.length > MAX_QUERY) {
          throw new HttpError(
            400,
            'bad_query',
            `a search has at most ${MAX_QUERY} characters; this one has ${wanted.length}`,
          )
        }
        return replyJson(200, { messages: await sessions.search(principal, wanted) })
      },
    },
    '/api/chat/sessions/:sessionId': {
      GET: orNothing(
        ofSession(async (sessionId, _, createdAt) => {
          const state = toOwnerState(await sessions.read(sessionId))
          return replyJson(200, { state, lsn: state.lsn, createdAt })
        }),
      ),
      DELETE: ofSession(async (sessionId) => {
        await sessions.delete(sessionId)
        return replyNothing()
      }),
    },
    '/api/chat/sessions/:sessionId/attachments/:digest': {
      GET: ofSession(async (sessionId, { param, query }) => {
        const data = await options.readAttachment?.(sessionId, param('digest'))
        if (data === undefined) throw new HttpError(404, 'not_found', 'there is no such attachment')
        return replyBytes(Buffer.from(data, 'base64'), query('type') ?? '', query('name'))
      }),
    },
    '/api/chat/sessions/:sessionId/calls/:callId/view': {
      GET: ofSession(async (sessionId, { param, query }) => {
        const shown = { callId: param('callId'), elicitId: query('elicitId') }
        const view = await options.readView?.(await sessions.read(sessionId), shown)
        if (view === undefined) throw new HttpError(404, 'not_found', 'this chat shows no views')
        return replyJson(200, { view })
      }),
    },
    '/api/chat/sessions/:sessionId/events': {
      GET: ofSession(async (sessionId, { request, principal, query }, createdAt) => {
        if ((query('since') ?? `${createdAt}`) !== `${createdAt}`) {
          const message = `session ${sessionId} was deleted and created again; read its state first`
          throw new HttpError(400, 'bad_place', message)
        }
        const head = (await log.get(sessionId))?.head ?? 0
        return replyEvents(streams.open(sessionId, readPlace(request, head), principal))
      }),
    },
    '/api/chat/sessions/:sessionId/commands': {
      POST: ofSession(async (sessionId, { json }) => {
        const command = parseCommand(await json())
        return replyJson(202, { lsn: await sessions.command(sessionId, command) })
      }),
    },
  }

  const health = new Health({ probe: () => log.get('healthz'), isDraining: () => signal?.aborted ?? false })
  return createRoutes(table, {
    ...options,
    health: () => health.reply(),
    below: '/api/chat/*',
    bodyLimit: limits.body,
    translate,
  })
}

const translate = (error: unknown): HttpError | undefined =>
  error instanceof StreamGoneError ? new HttpError(404, 'not_found', error.message) : undefined

/** With `?missing=none` a missing session is answered with 204: browsers print every 404 in the console of the page. */
const orNothing =
  (handle: RouteHandler): RouteHandler =>
  async (request) => {
    try {
      return await handle(request)
    } catch (error) {
      const isMissing =
        error instanceof StreamGoneError || (error instanceof CommandError && error.code === 'not_found')
      if (!isMissing || request.query('missing') !== 'none') throw error
      return replyNothing()
    }
  }

/** A client that may have to repeat the request names the new session itself. */
function toCreation(body: unknown = {}): { sessionId?: string } {
  if (!isObject(body)) throw new CommandError('bad_command', 'the body is { sessionId? }, or is left out')
  const { sessionId } = body
  if (sessionId === undefined) return {}
  if (typeof sessionId !== 'string') throw new CommandError('bad_command', 'sessionId must be a string, or be left out')
  return { sessionId }
}
