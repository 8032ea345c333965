import { Hono } from 'hono'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type AuthOption, identify } from './auth.ts'
import { readJson, readText } from './body.ts'
import { createDoor, type DoorOptions } from './door.ts'
import { HttpError } from './http-error.ts'
import { incomingOf } from './node-request.ts'
import { replyError, replyThrown } from './replies.ts'

export interface RoutesOptions extends DoorOptions {
  /** Names the caller of a request; without it every request has the same principal, `undefined`. */
  auth?: AuthOption | undefined
  /** Answers every other path below it with 404 `no_such_route`: `/api/chat/*`. Default: such requests are left to the application. */
  below?: string
  /** Bytes of one request's body. */
  bodyLimit: number
  /** Replies to `GET /healthz`, which a load balancer requests by any host name and without credentials. */
  health?: (() => Promise<Response>) | undefined
  /** Returns what the client is told of an error that is not an `HttpError`; `undefined` makes it a failure of the server. */
  translate?: (error: unknown) => HttpError | undefined
  onError: (error: unknown) => void
}

/** A request that was let in. */
export interface RouteRequest {
  readonly request: Request
  readonly principal: string | undefined
  /** The value of a `:name` segment of the path. */
  param(name: string): string
  query(name: string): string | undefined
  /** Returns the JSON of the body, or `undefined` when it is empty. */
  json(): Promise<unknown>
  text(): Promise<string>
}

export type RouteHandler = (request: RouteRequest) => MaybePromise<Response>

/** Handlers by path, then by method. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, RouteHandler>>>>

/**
 * Serves a table of handlers: checks host, origin, method and content type, authenticates, limits bodies and turns
 * errors into responses. Mounted in an application with `app.route('/', routes)`, or served through its `fetch`.
 */
export function createRoutes(table: RouteTable, options: RoutesOptions): Hono {
  const { auth, bodyLimit, translate, onError } = options
  const routes = new Hono()
  const { health } = options
  if (health !== undefined) routes.get('/healthz', () => health())

  for (const [path, handlers] of Object.entries(table)) {
    const door = createDoor(Object.keys(handlers), options)
    routes.all(path, async ({ req, env }) => {
      const { raw: request } = req
      const answer = async (): Promise<Response> => {
        const preflight = door.enter(request)
        if (preflight !== undefined) return preflight
        return handlers[request.method]!({
          request,
          principal: auth && (await identify(auth, request, incomingOf(env))).principal,
          param: (name) => req.param(name) ?? '',
          query: (name) => req.query(name),
          json: () => readJson(request, bodyLimit),
          text: () => readText(request, bodyLimit),
        })
      }
      const response = await answer().catch((error) => replyThrown(translate?.(error) ?? error, onError))
      return door.share(request, response)
    })
  }
  if (options.below !== undefined) {
    routes.all(options.below, ({ req }) =>
      replyError(new HttpError(404, 'no_such_route', `nothing is served at ${req.path}`)),
    )
  }
  return routes
}

/** Returns the place after which an event stream goes on: `Last-Event-ID` of a broken connection, else `?after=`. */
export function readPlace(request: Request, head: number): number {
  const after = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after') ?? '0'
  const place = /^\d{1,15}$/.test(after) ? Number(after) : Number.POSITIVE_INFINITY
  if (place <= head) return place
  const message = `after, or Last-Event-ID, is a place in the log from 0 to ${head}; this is ${JSON.stringify(after)}`
  throw new HttpError(400, 'bad_place', message)
}
