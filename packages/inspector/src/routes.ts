import type { Json } from '@sweatpants/framework'
import {
  createRoutes,
  HttpError,
  type RouteRequest,
  type RoutesOptions,
  readPlace,
  replyEvents,
  replyJson,
  replyNothing,
} from '@sweatpants/framework/http'
import { EventStreams, Health } from '@sweatpants/framework/log'
import type { Views } from '@sweatpants/framework/views'
import type { PageFiles } from './page-files.ts'
import type { Project, ShownProject } from './project.ts'
import type { Runs } from './runs.ts'

export interface InspectorRoutesOptions {
  project: Project
  runs: Runs
  /** The id of the model that answers samples. */
  model: string
  page: PageFiles
  views?: Views | undefined
  /** Ends all event streams when it aborts. */
  signal: AbortSignal
  onError(error: unknown): void
}

const BODY_LIMIT = 4 * 1024 * 1024
const STREAMS = 100
const HEARTBEAT = 15_000

/** The page and its API. Tools have side effects, so only the page itself may call it. */
export function createInspectorRoutes({ project, runs, model, page, views, signal, onError }: InspectorRoutesOptions) {
  const streams = new EventStreams({ log: project.log, limit: STREAMS, heartbeat: HEARTBEAT, signal, onError })
  const health = new Health({ probe: () => project.head(), isDraining: () => signal.aborted })

  return createRoutes(
    {
      '/api/project': {
        async GET() {
          // Read first: news of the meantime is told again instead of missed.
          const head = await project.head()
          const shown: ShownProject = { epoch: project.epoch, head, model, ...project.shown, runs: await runs.list() }
          return replyJson(200, shown)
        },
      },
      '/api/events': {
        async GET({ request, query }) {
          if (query('epoch') !== project.epoch) {
            throw new HttpError(404, 'other_epoch', 'the inspector was restarted; load the project again')
          }
          return replyEvents(streams.open(project.epoch, readPlace(request, await project.head())))
        },
      },
      '/api/runs': {
        async POST(request) {
          const { tool, params = {}, samples } = await readFields(request)
          if (typeof tool !== 'string') throw badRequest('a run is started with { tool, params, samples? }')
          const runId = await runs.begin(tool, params, samples === 'hand' ? 'hand' : 'model')
          return replyJson(201, { runId })
        },
      },
      '/api/runs/:runId': {
        async DELETE({ param }) {
          await runs.delete(param('runId'))
          return replyNothing()
        },
      },
      '/api/runs/:runId/events': {
        async GET({ request, param }) {
          const runId = param('runId')
          const record = await runs.log.get(runId)
          if (record === undefined) throw new HttpError(404, 'run_not_found', `there is no run ${runId}`)
          return replyJson(200, await runs.log.read(runId, readPlace(request, record.head)))
        },
      },
      '/api/runs/:runId/answers': {
        async POST(request) {
          const { id, attempt, answer = null } = await readFields(request)
          if (typeof id !== 'string' || typeof attempt !== 'number') {
            throw badRequest('a question is answered with { id, attempt, answer }')
          }
          await runs.answer(request.param('runId'), { id, attempt, answer })
          return replyJson(202, {})
        },
      },
      '/api/runs/:runId/cancel': {
        async POST({ param }) {
          await runs.cancel(param('runId'))
          return replyJson(202, {})
        },
      },
      '/api/runs/:runId/resume': {
        async POST({ param }) {
          await runs.resume(param('runId'))
          return replyJson(202, {})
        },
      },
      '/api/runs/:runId/fork': {
        async POST(request) {
          const { at } = await readFields(request)
          if (typeof at !== 'number' || !Number.isInteger(at) || at < 0) {
            throw badRequest('a run is forked with { at }: the number of entries that the new run begins with')
          }
          return replyJson(201, { runId: await runs.fork(request.param('runId'), at) })
        },
      },
      '/api/runs/:runId/replay': {
        GET: async ({ param, query }) =>
          replyJson(200, await runs.replay(param('runId'), toNumber(query('at') ?? '0'))),
      },
      '/views/:tool': {
        async GET({ param }) {
          const view = await views?.read(param('tool'))
          if (view === undefined) throw new HttpError(404, 'view_not_found', `${param('tool')} has no view`)
          return replyView(view.html)
        },
      },
      ...Object.fromEntries([...page].map(([path, file]) => [path, { GET: () => replyPage(file) }])),
    },
    { auth: identifyPage, health: () => health.reply(), below: '*', bodyLimit: BODY_LIMIT, onError },
  )
}

/** Refuses every other page, also one that is served from another port of this machine. */
export const identifyPage: NonNullable<RoutesOptions['auth']> = ({ headers, url }) => {
  const own = `http://${headers.get('host') ?? new URL(url).host}`
  const site = headers.get('sec-fetch-site') ?? 'none'
  if (['none', 'same-origin'].includes(site) && (headers.get('origin') ?? own) === own) return 'page'
  throw new HttpError(403, 'origin_refused', 'only the page itself may call it')
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

export const replyPage = ({ type, text }: { type: string; text: string }): Response =>
  new Response(text, {
    headers: {
      'content-type': type,
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      // Another version of the inspector may be served at this address tomorrow.
      'cache-control': 'no-store',
    },
  })

/** As hosts show it: without an origin, without forms, and with nothing from outside. */
const replyView = (html: string): Response =>
  new Response(html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; frame-ancestors 'self'`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })

async function readFields(request: RouteRequest): Promise<Record<string, Json>> {
  const body = await request.json()
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest('the body is a JSON object')
  // It was parsed from JSON.
  return body as Record<string, Json>
}

function toNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw badRequest(`${JSON.stringify(text)} is not a number`)
  return Number(text)
}

const badRequest = (message: string): HttpError => new HttpError(400, 'bad_request', message)
