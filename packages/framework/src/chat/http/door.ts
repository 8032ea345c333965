import { createGuard, createOriginCheck, LOOPBACK_NAMES, type RequestHead } from '../../http/guard.ts'
import { replyError, replyNothing } from './reply.ts'

export interface DoorOptions {
  /** Host names that may be asked for, at any port. Default: the loopback names. */
  allowedHosts?: readonly string[] | undefined
  /** Host names of other origins, at any port, whose pages may call and read. Default: none, and no CORS at all. */
  allowedOrigins?: readonly string[] | undefined
}

/** Who may come in, and what a page of another origin may read. */
export interface Door {
  /** The answer to a request that goes no further: one that is refused, or one that only asks what is allowed. */
  stop(request: Request): Response | undefined
  /** The answer as a page of an allowed origin may read it. */
  share(request: Request, response: Response): Response
}

/** What our own client sends. */
const SHARED_HEADERS = 'authorization, content-type, last-event-id'

/** Seconds for which a browser need not ask again. */
const PREFLIGHT_AGE = '600'

export function createDoor(
  methods: readonly string[],
  { allowedHosts = LOOPBACK_NAMES, allowedOrigins }: DoorOptions,
): Door {
  const isShared = createOriginCheck(allowedOrigins ?? [])
  const isSharing = allowedOrigins !== undefined
  const guard = createGuard({
    methods: isSharing ? [...methods, 'OPTIONS'] : methods,
    allowedHosts,
    // A page that was served under a name of ours may call us, whatever other origins may.
    allowedOrigins: [...allowedHosts, ...(allowedOrigins ?? [])],
  })
  const preflight = {
    'access-control-allow-methods': methods.join(', '),
    'access-control-allow-headers': SHARED_HEADERS,
    'access-control-max-age': PREFLIGHT_AGE,
  }

  return {
    stop(request) {
      const refusal = guard(toHead(request))
      if (refusal !== undefined) return replyError(refusal)
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
  // A request made in this process has no host but that of its address.
  header: (name) => headers.get(name) ?? (name === 'host' ? new URL(url).host : undefined),
})
