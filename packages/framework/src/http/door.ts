import { createGuard, createOriginCheck, LOOPBACK_NAMES, type RequestHead } from './guard.ts'
import { HttpError } from './http-error.ts'
import { replyNothing } from './replies.ts'

export interface DoorOptions {
  /** Hostnames that are served, on any port. Default: the loopback names. */
  allowedHosts?: readonly string[] | undefined
  /** Hostnames of other origins, on any port, whose pages may call and read. Default: none, and no CORS at all. */
  allowedOrigins?: readonly string[] | undefined
  /** What a POST may bring. Default `application/json`. */
  contentType?: string
}

/** Which requests come in, and what pages of other origins may read. */
export interface Door {
  /** Throws an `HttpError` for a request that is refused; returns the response to a preflight request. */
  enter(request: Request): Response | undefined
  /** Returns the response with the headers that let pages of allowed origins read it. */
  share(request: Request, response: Response): Response
}

/** The headers that our client sends. */
const SHARED_HEADERS = 'authorization, content-type, last-event-id, idempotency-key'

/** Seconds for which a browser caches a preflight response. */
const PREFLIGHT_AGE = '600'

export function createDoor(
  methods: readonly string[],
  { allowedHosts = LOOPBACK_NAMES, allowedOrigins, contentType }: DoorOptions,
): Door {
  const isShared = createOriginCheck(allowedOrigins ?? [])
  const isSharing = allowedOrigins !== undefined
  const guard = createGuard({
    methods: isSharing ? [...methods, 'OPTIONS'] : methods,
    allowedHosts,
    ...(contentType !== undefined && { contentType }),
    // A page that was served under one of our hostnames may always call.
    allowedOrigins: [...allowedHosts, ...(allowedOrigins ?? [])],
  })
  const preflight = {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': SHARED_HEADERS,
    'access-control-max-age': PREFLIGHT_AGE,
  }

  return {
    enter(request) {
      const refusal = guard(toHead(request))
      if (refusal !== undefined) {
        throw new HttpError(refusal.status, refusal.code, refusal.message, refusal.headers)
      }
      return isSharing && request.method === 'OPTIONS' ? replyNothing(preflight) : undefined
    },
    share(request, response) {
      if (!isSharing) return response
      const shared = new Response(response.body, response)
      shared.headers.append('vary', 'Origin')
      const origin = request.headers.get('origin')
      if (origin !== null && isShared(origin)) shared.headers.set('access-control-allow-origin', origin)
      return shared
    },
  }
}

const toHead = ({ method, headers, url }: Request): RequestHead => ({
  method,
  // A request made inside this process has no Host header, only its URL.
  header: (name) => headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined),
})
