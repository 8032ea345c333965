import type { Hono } from 'hono'
import { HttpError } from '../http/http-error.ts'
import { readLimits } from '../http/limits.ts'
import { replyEvents, replyJson, replyNothing } from '../http/replies.ts'
import { createRoutes, type RouteRequest, type RoutesOptions } from '../http/routes.ts'
import type { Store } from '../log/log.ts'
import { RUN_STATES, type RunFilter, type RunPage, type RunState, readPlace } from '../log/run-index.ts'
import type { Json } from '../tools/json.ts'
import { RunChanges } from './run-changes.ts'
import { createRunControls, type RunControlsOptions } from './run-controls.ts'

export interface RunRoutesOptions
  extends RunControlsOptions,
    Partial<Omit<RoutesOptions, 'auth' | 'below' | 'translate'>> {
  /** Returns the name of an operator. Required: an operator sees and mends the runs of every principal. */
  auth: NonNullable<RoutesOptions['auth']>
  /** Where the routes are mounted. Default `/api/runs`. */
  path?: string
  /** Ends the event streams. */
  signal?: AbortSignal
  /** Milliseconds between two looks for changes. Default 1 second. */
  lookEvery?: number
  limits?: Partial<RunRoutesLimits>
}

export interface RunRoutesLimits {
  /** Event streams that are open at once. Default 1,000. */
  streams: number
  /** Event streams of one operator that are open at once. Default 100. */
  streamsPerPrincipal: number
}

const BODY_LIMIT = 1_000_000
const DEFAULT_LIMITS: RunRoutesLimits = { streams: 1_000, streamsPerPrincipal: 100 }

/**
 * Serves the list of runs and what an operator does with them: `GET /api/runs`, `GET /api/runs/events`,
 * `GET /api/runs/:id`, `GET /api/runs/:id/questions/:at`, `POST /api/runs/:id/cancel`, `/resume`, `/retry` and `/fork`, and
 * `DELETE /api/runs/:id`.
 */
export function createRunRoutes(options: RunRoutesOptions): Hono {
  const { store, path = '/api/runs', bodyLimit = BODY_LIMIT, onError = console.error } = options
  const controls = createRunControls(options)
  const { lookEvery = 1_000, signal } = options
  const limits = readLimits(DEFAULT_LIMITS, options.limits)
  const changes = new RunChanges({ store, limits, lookEvery, signal, onError })
  const act = (perform: (id: string, request: RouteRequest) => Promise<unknown>) => ({
    POST: async (request: RouteRequest) => {
      const result = await perform(request.param('id'), request)
      return result === undefined ? replyNothing() : replyJson(200, result)
    },
  })
  return createRoutes(
    {
      [path]: { GET: async ({ query }) => replyJson(200, await list(store, query)) },
      [`${path}/events`]: { GET: ({ principal }) => replyEvents(changes.open(principal)) },
      [`${path}/:id`]: {
        GET: async ({ param }) => replyJson(200, await controls.show(param('id'))),
        DELETE: async ({ param }) => {
          await controls.forget(param('id'))
          return replyNothing()
        },
      },
      [`${path}/:id/questions/:at`]: {
        GET: async ({ param }) =>
          replyJson(200, { question: await controls.question(param('id'), Number(param('at'))) }),
      },
      [`${path}/:id/cancel`]: act((id) => controls.cancel(id)),
      [`${path}/:id/resume`]: act((id) => controls.resume(id)),
      [`${path}/:id/retry`]: act(async (id, request) => {
        const { from } = await readBody(request)
        return { id: await controls.retry(id, from === undefined ? undefined : readEntry('from', from)) }
      }),
      [`${path}/:id/fork`]: act(async (id, request) => {
        const { at, answer } = await readBody(request)
        if (answer === undefined) throw new HttpError(400, 'bad_request', 'the body has no answer')
        return { id: await controls.fork(id, readEntry('at', at), answer) }
      }),
    },
    { ...options, below: `${path}/*`, bodyLimit, onError },
  )
}

/** Without counts, which take longer than a page of many runs: the event stream has them. */
async function list(store: Store, query: RouteRequest['query']): Promise<RunPage> {
  const number = (name: string, least: number) => {
    const text = query(name)
    if (text === undefined) return {}
    if (!/^\d{1,15}$/.test(text) || Number(text) < least)
      throw new HttpError(400, 'bad_request', `${name} is a whole number from ${least}, not ${JSON.stringify(text)}`)
    return { [name]: Number(text) }
  }
  const text = (name: string) => (query(name) ? { [name]: query(name) } : {})
  const state = query('state')
  if (state && !RUN_STATES.includes(state as RunState)) {
    throw new HttpError(400, 'bad_request', `state is one of ${RUN_STATES.join(', ')}, not ${JSON.stringify(state)}`)
  }
  const after = query('after')
  if (after && readPlace(after) === undefined) {
    throw new HttpError(400, 'bad_request', `after is the \`next\` of a page; this is ${JSON.stringify(after)}`)
  }
  const words = ['tool', 'state', 'principal', 'search', 'after'].map(text)
  const filter: RunFilter = Object.assign({}, ...words, number('olderThan', 0), number('limit', 1))
  const limit = Math.min(filter.limit ?? 50, MAX_PAGE)
  return store.runs.list({ ...filter, limit })
}

const MAX_PAGE = 500

/** Returns the number of an entry. */
function readEntry(name: string, value: Json | undefined): number {
  if (typeof value === 'number') return value
  throw new HttpError(400, 'bad_request', `${name} is the number of an entry, not ${JSON.stringify(value)}`)
}

async function readBody(request: RouteRequest): Promise<Record<string, Json | undefined>> {
  const body = (await request.json()) ?? {}
  if (typeof body !== 'object' || Array.isArray(body))
    throw new HttpError(400, 'bad_request', 'the body is a JSON object')
  // It was parsed from JSON.
  return body as Record<string, Json>
}
