import { Hono } from 'hono'
import { isObject } from '../../tools/json.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { parseCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import type { Patch } from '../patch.ts'
import type { SessionLog, SessionRecord } from '../session-log.ts'
import type { Sessions } from '../sessions.ts'
import { readJson } from './body.ts'
import { createDoor, type DoorOptions } from './door.ts'
import { EventStreams } from './events-stream.ts'
import { HttpError } from './http-error.ts'
import { replyError, replyEvents, replyJson, replyNothing, replyThrown } from './reply.ts'

export interface ChatRoutesOptions extends DoorOptions {
  sessions: Sessions
  log: SessionLog<Patch>
  /**
   * Who is asking; without it all sessions are nobody's in particular. Refuses with nothing, or with a response of its own,
   * returned or thrown; anything else that it throws is an error of the server.
   */
  auth?: (request: Request) => MaybePromise<string | Response | undefined>
  limits?: Partial<ChatRoutesLimits>
  /** Milliseconds between two signs of life on a silent stream. Default 15 seconds. */
  heartbeat?: number
  /** Ends all streams when it aborts: the server is going down. */
  signal?: AbortSignal
  onError: (error: unknown) => void
}

export interface ChatRoutesLimits {
  /** Bytes of one request. Default 1 MiB. */
  body: number
  /** Event streams that are open at once. Default 10,000. */
  streams: number
}

const DEFAULT_LIMITS: ChatRoutesLimits = { body: 1024 * 1024, streams: 10_000 }

interface Asked {
  request: Request
  principal: string | undefined
  /** Empty where the path names none. */
  sessionId: string
}

type Handler = (asked: Asked) => Promise<Response>

/**
 * The HTTP interface of chats, below `/api/chat`. Mounted in an application with `app.route('/', routes)`, or served by itself
 * through its `fetch`.
 */
export function createChatRoutes(options: ChatRoutesOptions): Hono {
  const { sessions, log, auth, heartbeat = 15_000, signal, onError } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const streams = new EventStreams({ log, limit: limits.streams, heartbeat, onError })
  if (signal?.aborted) streams.close()
  else signal?.addEventListener('abort', () => streams.close(), { once: true })

  const ofSession =
    (handler: Handler): Handler =>
    async (asked) => {
      await sessions.refuseForeign(asked.sessionId, asked.principal)
      return handler(asked)
    }

  const table: Record<string, Record<string, Handler>> = {
    '/api/chat/sessions': {
      async GET({ principal }) {
        return replyJson(200, { sessions: (await sessions.list(principal)).map(toListed) })
      },
      async POST({ request, principal }) {
        const { sessionId } = toCreation(await readJson(request, limits.body))
        return replyJson(201, { sessionId: await sessions.create(principal, sessionId) })
      },
    },
    '/api/chat/sessions/:sessionId': {
      GET: ofSession(async ({ sessionId }) => {
        const state = await sessions.read(sessionId)
        return replyJson(200, { state, lsn: state.lsn })
      }),
      DELETE: ofSession(async ({ sessionId }) => {
        await sessions.delete(sessionId)
        return replyNothing()
      }),
    },
    '/api/chat/sessions/:sessionId/events': {
      GET: ofSession(async ({ request, sessionId }) => {
        const after = toPlace(request)
        const head = (await log.get(sessionId))?.head ?? 0
        if (after > head) throw badPlace(`the log ends at ${head}; there is nothing after ${after}`)
        return replyEvents(streams.open(sessionId, after))
      }),
    },
    '/api/chat/sessions/:sessionId/commands': {
      POST: ofSession(async ({ request, sessionId }) => {
        const command = parseCommand(await readJson(request, limits.body))
        return replyJson(202, { lsn: await sessions.command(sessionId, command) })
      }),
    },
  }

  const routes = new Hono()
  for (const [path, handlers] of Object.entries(table)) {
    const door = createDoor(Object.keys(handlers), options)
    const answer = async (request: Request, sessionId: string): Promise<Response> => {
      const stopped = door.stop(request)
      if (stopped !== undefined) return stopped
      const principal = auth === undefined ? undefined : await identify(auth, request)
      return handlers[request.method]!({ request, principal, sessionId })
    }
    routes.all(path, async ({ req }) => {
      const response = await answer(req.raw, req.param('sessionId') ?? '').catch((thrown) =>
        replyThrown(thrown, onError),
      )
      return door.share(req.raw, response)
    })
  }
  routes.all('/api/chat/*', ({ req }) =>
    replyError({ status: 404, code: 'no_such_route', message: `nothing is served at ${req.path}` }),
  )
  return routes
}

async function identify(auth: NonNullable<ChatRoutesOptions['auth']>, request: Request): Promise<string> {
  const principal = await auth(request)
  if (typeof principal === 'string' && principal !== '') return principal
  if (principal) throw principal
  const message = 'this needs credentials, and none that are known here came with the request'
  throw new HttpError(401, 'unauthorized', message, { 'www-authenticate': 'Bearer' })
}

/** Where a reader goes on: what its browser says of a stream that broke off, before what its address said in the beginning. */
function toPlace(request: Request): number {
  const after = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0'
  if (!/^\d{1,15}$/.test(after)) {
    throw badPlace(`after, and Last-Event-ID, are the place of a patch in the log; this is ${JSON.stringify(after)}`)
  }
  return Number(after)
}

const badPlace = (message: string): HttpError => new HttpError(400, 'bad_place', message)

const toListed = ({ sessionId, about, createdAt, updatedAt }: SessionRecord) => ({
  sessionId,
  title: isObject(about) && typeof about.title === 'string' ? about.title : '',
  createdAt,
  updatedAt,
})

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A client that may have to ask twice says how the session is to be called. */
function toCreation(body: unknown): { sessionId?: string } {
  const { sessionId } = isObject(body) ? body : {}
  if (sessionId === undefined) return {}
  if (typeof sessionId !== 'string' || !UUID.test(sessionId)) {
    throw new CommandError('bad_command', 'sessionId, where it is given, is a new UUID')
  }
  return { sessionId }
}
