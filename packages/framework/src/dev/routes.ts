import { Hono } from 'hono'
import { readJson } from '../http/body.ts'
import { createDoor } from '../http/door.ts'
import { HttpError } from '../http/http-error.ts'
import { replyError, replyEvents, replyJson, replyNothing, replyThrown } from '../http/replies.ts'
import { EventStreams } from '../log/event-streams.ts'
import { JsonError } from '../tools/errors.ts'
import { isObject, type Json, toJson } from '../tools/json.ts'
import type { InspectedRuns } from './inspected-runs.ts'
import type { PageFiles } from './page-files.ts'
import type { Project, ShownProject } from './project.ts'

export interface InspectorRoutesOptions {
  project: Project
  runs: InspectedRuns
  /** The model that answers samples. */
  model: string
  page: PageFiles
  /** Ends all streams when it aborts. */
  signal: AbortSignal
  onError(error: unknown): void
}

interface Asked {
  request: Request
  query: URLSearchParams
  /** Empty where the path names none. */
  runId: string
}

type Handler = (asked: Asked) => Promise<Response>

const BODY_LIMIT = 4 * 1024 * 1024
const STREAMS = 100
const HEARTBEAT = 15_000

/** The page and its interface. Nothing but the page itself may call it: tools do things in the world. */
export function createInspectorRoutes({ project, runs, model, page, signal, onError }: InspectorRoutesOptions): Hono {
  const streams = new EventStreams({ log: project.log, limit: STREAMS, heartbeat: HEARTBEAT, onError })
  signal.addEventListener('abort', () => streams.close(), { once: true })

  const table: Record<string, Record<string, Handler>> = {
    '/api/project': {
      async GET() {
        // Before the rest: what happens meanwhile is told again, and not missed.
        const head = await project.head()
        const shown: ShownProject = { epoch: project.epoch, head, model, ...project.shown, runs: await runs.list() }
        return replyJson(200, shown)
      },
    },
    '/api/events': {
      async GET({ request, query }) {
        const after = toNumber(request.headers.get('last-event-id') ?? query.get('after'))
        const isOurs = query.get('epoch') === project.epoch && after <= (await project.head())
        if (!isOurs) throw new HttpError(404, 'other_epoch', 'this is another process than before; begin again')
        return replyEvents(streams.open(project.epoch, after))
      },
    },
    '/api/runs': {
      async POST({ request }) {
        const { tool, params, samples } = await readFields(request)
        if (typeof tool !== 'string') throw badRequest('a run is started with { tool, params, samples? }')
        const runId = await runs.start(tool, readParams(params), samples === 'hand' ? 'hand' : 'model')
        return replyJson(201, { runId })
      },
    },
    '/api/runs/:runId': {
      async DELETE({ runId }) {
        await runs.forget(runId)
        return replyNothing()
      },
    },
    '/api/runs/:runId/events': {
      async GET({ runId, query }) {
        if ((await runs.log.get(runId)) === undefined) {
          throw new HttpError(404, 'run_not_found', `there is no run ${runId}`)
        }
        return replyJson(200, await runs.log.read(runId, toNumber(query.get('after'))))
      },
    },
    '/api/runs/:runId/answers': {
      async POST({ request, runId }) {
        const { id, answer } = await readFields(request)
        if (typeof id !== 'string') throw badRequest('an answer is { id, answer }')
        await runs.answer(runId, id, answer)
        return replyJson(202, {})
      },
    },
    '/api/runs/:runId/cancel': {
      async POST({ runId }) {
        await runs.cancel(runId)
        return replyJson(202, {})
      },
    },
    '/api/runs/:runId/resume': {
      async POST({ runId }) {
        await runs.resume(runId)
        return replyJson(202, {})
      },
    },
    '/api/runs/:runId/replay': {
      GET: async ({ runId, query }) => replyJson(200, await runs.replay(runId, toNumber(query.get('at')))),
    },
    ...Object.fromEntries([...page].map(([path, file]) => [path, { GET: async () => replyFile(file) }])),
  }

  const routes = new Hono()
  for (const [path, handlers] of Object.entries(table)) {
    const door = createDoor(Object.keys(handlers), {})
    const answer = async (request: Request, runId: string): Promise<Response> => {
      door.enter(request)
      refuseForeign(request)
      return handlers[request.method]!({ request, query: new URL(request.url).searchParams, runId })
    }
    routes.all(path, ({ req }) =>
      answer(req.raw, req.param('runId') ?? '').catch((thrown) => replyThrown(thrown, onError)),
    )
  }
  routes.all('*', ({ req }) => replyError(new HttpError(404, 'no_such_route', `nothing is served at ${req.path}`)))
  return routes
}

/** Also a page of this machine, at another port, is somebody else's. */
function refuseForeign({ headers, url }: Request): void {
  const own = `http://${headers.get('host') ?? new URL(url).host}`
  const site = headers.get('sec-fetch-site') ?? 'none'
  const isOurs = ['none', 'same-origin'].includes(site) && (headers.get('origin') ?? own) === own
  if (!isOurs) throw new HttpError(403, 'origin_refused', 'only the page of the inspector may call it')
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const replyFile = ({ type, text }: { type: string; text: string }): Response =>
  new Response(text, {
    headers: {
      'content-type': type,
      'content-security-policy': POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      // Another version of the inspector may be at this address tomorrow.
      'cache-control': 'no-store',
    },
  })

async function readFields(request: Request): Promise<Record<string, unknown>> {
  const body = await readJson(request, BODY_LIMIT)
  if (!isObject(body)) throw badRequest('the body is a JSON object')
  return body
}

/** As the log keeps them: what is nested deeper than it can write is refused. */
function readParams(params: unknown): Json {
  try {
    return toJson(params ?? {}, 'params', BODY_LIMIT)!
  } catch (error) {
    throw error instanceof JsonError ? badRequest(error.message) : error
  }
}

function toNumber(text: string | null): number {
  if (!/^\d{1,9}$/.test(text ?? '0')) throw badRequest(`${JSON.stringify(text)} is not a number`)
  return Number(text ?? '0')
}

const badRequest = (message: string): HttpError => new HttpError(400, 'bad_request', message)
