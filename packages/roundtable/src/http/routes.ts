import { EventStreams, HttpError, type SessionLog } from '@sweatpants/framework/chat'
import { Hono, type HonoRequest, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { z } from 'zod'
import { type ContinueInput, contextResult, LIMITS, type StartInput } from '../debate/input.ts'
import type { Roundtable } from '../debate/roundtable.ts'
import { RoundtableError } from '../errors.ts'
import { fromJson } from '../export/from-json.ts'
import type { RoundtableEvent } from '../session/event.ts'
import { SessionManager } from '../session/session-manager.ts'
import { findFormat } from './formats.ts'
import { guard, type RoutesGuardOptions } from './guard.ts'
import { toOffer } from './offer.ts'
import { replyEvents, replyFile, replyJson, replyThrown } from './reply.ts'
import { parse, readCommand, readPlace, refuseBody, toSessionId } from './requests.ts'

export interface RoundtableRoutesOptions extends RoutesGuardOptions {
  /** That of the roundtable: `store.log('roundtable')`. */
  log: SessionLog<RoundtableEvent>
  /** Who is asking; without it all debates are nobody's in particular. Refuses with nothing. */
  auth?: (request: Request) => string | undefined | Promise<string | undefined>
  limits?: Partial<RoundtableRoutesLimits>
  /** Milliseconds between two signs of life on a silent stream. Default 15 seconds. */
  heartbeat?: number
  /** Ends what is open when it aborts: the server is going down. */
  signal?: AbortSignal
  onError?: (error: unknown) => void
}

export interface RoundtableRoutesLimits {
  /** Bytes of one request. Default 16 MiB, so that all the context that may be given at once fits. */
  body: number
  /** Event streams that are open at once. Default 1,000. */
  streams: number
}

const DEFAULT_LIMITS: RoundtableRoutesLimits = { body: 16 * 1024 * 1024, streams: 1_000 }

interface Asked {
  request: HonoRequest
  principal: string | undefined
  /** Empty where the path names none. */
  sessionId: string
}

type Handler = (asked: Asked) => Promise<Response>

const contextInput = z.object({ contextResults: z.array(contextResult).max(LIMITS.contextResults) })
const controlInput = z.object({ action: z.enum(['pause', 'resume', 'stop']) })

/**
 * Debates over HTTP, mounted with `app.route('/api/roundtable', routes)`. A round goes on in this process whether or not
 * anybody looks; what becomes of it is in the events of its session.
 */
export function createRoundtableRoutes(roundtable: Roundtable, options: RoundtableRoutesOptions): Hono {
  const { log, auth, heartbeat = 15_000, signal = new AbortController().signal, onError = console.error } = options
  const limits = { ...DEFAULT_LIMITS, ...options.limits }
  const sessions = new SessionManager({ log })
  const streams = new EventStreams({ log, limit: limits.streams, heartbeat, onError })
  if (signal.aborted) streams.close()
  else signal.addEventListener('abort', () => streams.close(), { once: true })

  const table: Record<string, Record<string, Handler>> = {
    '/agents': {
      GET: async () => replyJson(200, await toOffer(roundtable)),
    },
    '/sessions': {
      GET: async ({ principal }) => replyJson(200, { sessions: await roundtable.list({ principal }) }),
      async POST({ request, principal }) {
        const { commandId, input } = await readCommand(request)
        const name = commandId === undefined ? {} : { commandId, sessionId: toSessionId(principal, commandId) }
        // Whatever it is, the roundtable looks at it.
        const { sessionId, round } = await roundtable.start(input as StartInput, { principal, ...name })
        return replyJson(201, { sessionId, round })
      },
    },
    '/sessions/import': {
      async POST({ request, principal }) {
        const session = fromJson(await request.text().catch(refuseBody))
        const { id: sessionId } = await roundtable.import(session, { principal })
        return replyJson(201, { sessionId })
      },
    },
    '/sessions/:sessionId': {
      async GET({ sessionId, principal }) {
        const { session, head } = await sessions.load(sessionId, principal)
        return replyJson(200, { session, lsn: head })
      },
    },
    '/sessions/:sessionId/playing': {
      GET: async ({ sessionId, principal }) =>
        replyJson(200, { isPlaying: await roundtable.isPlaying(sessionId, { principal }) }),
    },
    '/sessions/:sessionId/events': {
      async GET({ request, sessionId, principal }) {
        const record = await log.get(sessionId)
        if (record === undefined || record.principal !== principal)
          throw new RoundtableError('not_found', `there is no session ${sessionId}; list them to see which there are`)
        return replyEvents(streams.open(sessionId, readPlace(request, record.head)))
      },
    },
    '/sessions/:sessionId/continue': {
      async POST({ request, sessionId, principal }) {
        const { commandId, input } = await readCommand(request)
        const begun = await roundtable.continue(sessionId, input as ContinueInput, { principal, commandId })
        return replyJson(202, { round: begun.round, ignored: begun.ignored })
      },
    },
    '/sessions/:sessionId/context': {
      async POST({ request, sessionId, principal }) {
        const { commandId, input } = await readCommand(request)
        const { contextResults } = parse(contextInput, input)
        return replyJson(200, await roundtable.answerContext(sessionId, contextResults, { principal, commandId }))
      },
    },
    '/sessions/:sessionId/control': {
      async POST({ request, sessionId, principal }) {
        const { commandId, input } = await readCommand(request)
        const { action } = parse(controlInput, input)
        return replyJson(200, { session: await roundtable.control(sessionId, action, { principal, commandId }) })
      },
    },
    '/sessions/:sessionId/synthesis': {
      // Whoever asked may have left: it is kept for whoever asks next, and not paid for twice.
      POST: async ({ sessionId, principal }) =>
        replyJson(200, { session: await roundtable.synthesize(sessionId, { principal, signal }) }),
    },
    '/sessions/:sessionId/export': {
      async GET({ request, sessionId, principal }) {
        const { extension, mimeType, write } = findFormat(request.query('format') ?? 'markdown')
        const session = await roundtable.get(sessionId, { principal })
        return replyFile(`debate-${session.id.replaceAll(/[^\w-]/g, '_')}.${extension}`, mimeType, write(session))
      },
    },
  }

  const routes = new Hono()
  const limit = bodyLimit({ maxSize: limits.body, onError: () => tooLarge(limits.body) })
  // It reads a body whose length was not told.
  const readable: MiddlewareHandler = (c, next) => limit(c, next).catch(refuseBody)
  for (const [path, handlers] of Object.entries(table)) {
    routes.all(path, guard(Object.keys(handlers), options), readable, async ({ req }) => {
      const principal = auth && (await identify(auth, req.raw))
      return handlers[req.method]!({ request: req, principal, sessionId: req.param('sessionId') ?? '' })
    })
  }
  routes.all('*', ({ req }) => {
    throw new HttpError(404, 'no_such_route', `nothing is served at ${req.path}`)
  })
  routes.onError((error) => replyThrown(error, onError))
  return routes
}

async function identify(auth: NonNullable<RoundtableRoutesOptions['auth']>, request: Request): Promise<string> {
  const principal = await auth(request)
  if (principal !== undefined && principal !== '') return principal
  throw new HttpError(401, 'unauthorized', 'this needs credentials, and none that are known here came with the request')
}

const tooLarge = (limit: number): never => {
  // What is left of the body is in the way of whatever comes next.
  throw new HttpError(413, 'too_large', `a request has at most ${limit} bytes; send less`, { connection: 'close' })
}
