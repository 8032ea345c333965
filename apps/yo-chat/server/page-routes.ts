import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { createGuard } from '@sweatpants/framework/http'
import { type Context, Hono, type MiddlewareHandler } from 'hono'

/** Only our own scripts run. Styles may be inline, for diagrams and formulas. Images are our own, so that an answer cannot leak text through an image address. */
const toContentPolicy = (sandbox: string): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    `frame-src ${sandbox}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const PAGE_HEADERS = {
  vary: 'accept-encoding',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The name of a file in `assets/` holds a digest of what is in it. */
const FOREVER = 'public, max-age=31536000, immutable'

export const isBuilt = (dist: string): boolean => existsSync(join(dist, 'index.html'))

/**
 * The built page, compressed where the browser accepts it and the build has written a copy. An address that is no file is the page's own, and gets the page. Frames in it come from the sandbox alone,
 * whose origin depends on the host by which the page was requested.
 */
export function createPageRoutes(dist: string, hosts: readonly string[], sandboxFor: (host: string) => string): Hono {
  const routes = new Hono()
  routes.use('*', guard(['GET', 'HEAD'], hosts), async (c, next) => {
    await next()
    const isAsset = c.req.path.startsWith('/assets/') && c.res.ok
    c.res.headers.set('cache-control', isAsset ? FOREVER : 'no-cache')
    for (const [name, value] of Object.entries(PAGE_HEADERS)) c.res.headers.set(name, value)
    // The guard has read it.
    c.res.headers.set('content-security-policy', toContentPolicy(sandboxFor(c.req.header('host')!)))
  })
  if (!isBuilt(dist)) {
    routes.get('*', (c) => c.text('The page has not been built. The chat is at /api/chat, MCP at /mcp.\n', 503))
    return routes
  }
  const page = serveStatic({ path: join(dist, 'index.html'), precompressed: true })
  routes.get('*', serveStatic({ root: dist, precompressed: true }))
  routes.get('*', (c, next) => (wantsPage(c) ? page(c, next) : next()))
  routes.get('*', (c) => c.json({ error: { code: 'not_found', message: `there is no ${c.req.path}` } }, 404))
  return routes
}

/** Lets requests through that are for one of these hosts and from a page of one of them. */
function guard(methods: readonly string[], hosts: readonly string[]): MiddlewareHandler {
  const refuse = createGuard({ methods, allowedHosts: hosts, allowedOrigins: hosts })
  return async (c, next) => {
    const refusal = refuse({ method: c.req.method, header: (name) => c.req.header(name) })
    if (refusal === undefined) return next()
    const { status, code, message, headers } = refusal
    return c.json({ error: { code, message } }, status, headers)
  }
}

const wantsPage = ({ req }: Context): boolean =>
  !req.path.startsWith('/assets/') && (req.header('accept') ?? '').includes('text/html')
