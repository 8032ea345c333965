import { createHash } from 'node:crypto'
import {
  createRoutes,
  HttpError,
  type Limit,
  LimitError,
  type RouteHandler,
  type RouteRequest,
  type RoutesOptions,
  type RouteTable,
  readLimits,
  readPlace,
  replyEvents,
  replyFile,
  replyJson,
  replyNothing,
} from '@sweatpants/framework/http'
import { EventStreams, Health } from '@sweatpants/framework/log'
import type { Hono } from 'hono'
import { z } from 'zod'
import { describeIssues } from '../debate/describe-issues.ts'
import { type ContinueInput, contextResult, LIMITS, type StartInput } from '../debate/input.ts'
import type { CallerOptions, Roundtable } from '../debate/roundtable.ts'
import { RoundtableError, type RoundtableErrorCode } from '../errors.ts'
import { type ExportFormat, FORMATS } from '../export/formats.ts'
import { fromJson } from '../export/json.ts'
import { modeNames } from '../modes/index.ts'
import { SESSION_STATES, showSession } from '../session/session-state.ts'
import { toOffer } from './offer.ts'

export interface RoundtableRoutesOptions extends Partial<Omit<RoutesOptions, 'bodyLimit' | 'translate'>> {
  limits?: Partial<RoundtableRoutesLimits>
  /** Milliseconds between two heartbeats on a silent event stream. Default 15 seconds. */
  heartbeat?: number
  /** Ends all event streams when it aborts, because the server is shutting down. */
  signal?: AbortSignal
}

export interface RoundtableRoutesLimits {
  /** Bytes of one request. Default 16 MiB, which holds as much context as one request may answer. */
  body: number
  /** Event streams that are open at once. Default 1,000. */
  streams: number
  /** Event streams of one principal that are open at once. Default 100. */
  streamsPerPrincipal: number
}

const DEFAULT_LIMITS: RoundtableRoutesLimits = { body: 16 * 1024 * 1024, streams: 1_000, streamsPerPrincipal: 100 }

const contextInput = z.strictObject({ contextResults: z.array(contextResult).max(LIMITS.contextResults) })
const outcomeInput = z.strictObject({
  outcome: z.enum(['right', 'wrong']),
  note: z.string().trim().min(1).max(2_000).optional(),
})
const listInput = z.strictObject({
  status: z.enum(SESSION_STATES).optional(),
  mode: z.enum(modeNames).optional(),
  search: z.string().max(200).optional(),
  after: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(10_000).optional(),
})
const renameInput = z.strictObject({ title: z.string() })
const controlInput = z.strictObject({ action: z.enum(['pause', 'resume', 'stop']) })
const synthesisInput = z.strictObject({})
const exportInput = z.strictObject({ format: z.enum(Object.keys(FORMATS) as [ExportFormat]).default('markdown') })

/**
 * The HTTP interface of debates, mounted with `app.route('/api/roundtable', routes)`. A round that is begun here goes on
 * without a listener; its session's events tell what happens.
 */
export function createRoundtableRoutes(roundtable: Roundtable, options: RoundtableRoutesOptions = {}): Hono {
  const { heartbeat = 15_000, signal, onError = console.error } = options
  const { sessions } = roundtable
  const { log } = sessions
  const limits = readLimits(DEFAULT_LIMITS, options.limits)
  const streams = new EventStreams({
    log,
    limit: limits.streams,
    limitPerCaller: limits.streamsPerPrincipal,
    heartbeat,
    signal,
    onError,
  })

  const ofSession =
    (handle: (sessionId: string, request: RouteRequest) => Promise<Response>): RouteHandler =>
    (request) =>
      handle(request.param('sessionId'), request)

  /** Handles a request that changes a session. A repeat with the same name is not performed again. */
  const change = <T>(
    schema: z.ZodType<T>,
    perform: (sessionId: string, input: T, caller: CallerOptions) => Promise<Response>,
  ): RouteHandler =>
    ofSession(async (sessionId, request) => {
      const { commandId, input } = await readCommand(request)
      return perform(sessionId, parse(schema, input), { principal: request.principal, commandId })
    })

  const table: RouteTable = {
    '/agents': {
      GET: async () => replyJson(200, await toOffer(roundtable)),
    },
    '/sessions': {
      async GET({ principal, request }) {
        const wanted = parse(listInput, readQuery(request))
        return replyJson(200, { sessions: await roundtable.list({ principal, ...wanted }) })
      },
      async POST(request) {
        const { principal } = request
        const { commandId, input } = await readCommand(request)
        const name = commandId === undefined ? {} : { commandId, sessionId: toSessionId(principal, commandId) }
        // The roundtable parses it.
        const { sessionId, round } = await roundtable.start(input as StartInput, { principal, ...name })
        return replyJson(201, { sessionId, round })
      },
    },
    '/sessions/import': {
      async POST({ text, principal }) {
        const { id: sessionId } = await roundtable.import(fromJson(await text()), { principal })
        return replyJson(201, { sessionId })
      },
    },
    '/sessions/:sessionId': {
      GET: ofSession(async (sessionId, { principal }) => {
        const { session, head } = await sessions.load(sessionId, principal)
        return replyJson(200, { session: showSession(session), lsn: head })
      }),
      PATCH: change(renameInput, async (sessionId, { title }, caller) =>
        replyJson(200, { session: showSession(await roundtable.rename(sessionId, title, caller)) }),
      ),
      DELETE: ofSession(async (sessionId, { principal }) => {
        await roundtable.delete(sessionId, { principal })
        return replyNothing()
      }),
    },
    '/sessions/:sessionId/playing': {
      GET: ofSession(async (sessionId, { principal }) =>
        replyJson(200, { isPlaying: await roundtable.isPlaying(sessionId, { principal }) }),
      ),
    },
    '/sessions/:sessionId/events': {
      GET: ofSession(async (sessionId, { request, principal }) => {
        const { head } = await sessions.load(sessionId, principal)
        return replyEvents(streams.open(sessionId, readPlace(request, head), principal))
      }),
    },
    '/sessions/:sessionId/continue': {
      POST: change(z.custom<ContinueInput>(), async (sessionId, input, caller) => {
        const { round, ignored } = await roundtable.continue(sessionId, input, caller)
        return replyJson(202, { round, ignored })
      }),
    },
    '/sessions/:sessionId/context': {
      POST: change(contextInput, async (sessionId, { contextResults }, caller) =>
        replyJson(200, await roundtable.answerContext(sessionId, contextResults, caller)),
      ),
    },
    '/sessions/:sessionId/control': {
      POST: change(controlInput, async (sessionId, { action }, caller) =>
        replyJson(200, { session: showSession(await roundtable.control(sessionId, action, caller)) }),
      ),
    },
    '/sessions/:sessionId/outcome': {
      POST: change(outcomeInput, async (sessionId, { outcome, note }, caller) =>
        replyJson(200, {
          session: showSession(await roundtable.recordOutcome(sessionId, outcome, { ...caller, note })),
        }),
      ),
    },
    '/sessions/:sessionId/synthesis': {
      // A client that disconnects does not cancel it: the next request receives the result.
      POST: change(synthesisInput, async (sessionId, _, { principal }) =>
        replyJson(200, { session: showSession(await roundtable.synthesize(sessionId, { principal })) }),
      ),
    },
    '/sessions/:sessionId/export': {
      GET: ofSession(async (sessionId, { request, principal }) => {
        const { extension, mimeType, write } = FORMATS[parse(exportInput, readQuery(request)).format]
        const session = await roundtable.get(sessionId, { principal })
        return replyFile(`debate-${session.id.replaceAll(/[^\w-]/g, '_')}.${extension}`, mimeType, write(session))
      }),
    },
  }

  const health = new Health({ probe: () => log.get('healthz'), isDraining: () => signal?.aborted ?? false })
  return createRoutes(table, {
    ...options,
    health: () => health.reply(),
    below: '*',
    bodyLimit: limits.body,
    translate,
    onError,
  })
}

const STATUS: Record<Exclude<RoundtableErrorCode, 'too_many_sessions'>, number> = {
  invalid: 400,
  not_found: 404,
  no_agents: 503,
  unheard: 503,
  model_failed: 503,
  context_required: 409,
  round_in_progress: 409,
  wrong_round: 409,
  interrupted: 409,
  blocked: 409,
  paused: 409,
  completed: 409,
}

const translate = (error: unknown): HttpError | undefined =>
  error instanceof RoundtableError ? toHttpError(error) : undefined

function toHttpError({ code, said, details }: RoundtableError): HttpError {
  // Only `requireRoom` throws it, with its limit.
  if (code === 'too_many_sessions') {
    const { limit } = details as unknown as { limit: Limit }
    return new LimitError(limit, 'continue one of them, or ask the operator for a higher limit')
  }
  return new HttpError(STATUS[code], code, said)
}

/** A body as input, and the name of its command: a repeat with the same name is not performed again. */
interface CommandRequest {
  commandId: string | undefined
  input: Record<string, unknown>
}

async function readCommand({ request, json }: RouteRequest): Promise<CommandRequest> {
  const body = parse(z.looseObject({}), (await json()) ?? {})
  const { commandId = request.headers.get('idempotency-key') ?? undefined, ...input } = body
  return { commandId: parse(commandName, commandId), input }
}

const readQuery = (request: Request): Record<string, string> => Object.fromEntries(new URL(request.url).searchParams)

const commandName = z.string({ error: 'expected commandId to be a text' }).min(1).max(200).optional()

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new HttpError(400, 'invalid', describeIssues(parsed.error, schema))
}

/** Returns the id of the session that a command starts: the same for a repeat, another one for another principal. */
function toSessionId(principal: string | undefined, commandId: string): string {
  const hex = createHash('sha256')
    .update(JSON.stringify([principal ?? null, commandId]))
    .digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')
}
