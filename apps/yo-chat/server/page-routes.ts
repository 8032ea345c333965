import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { type Context, Hono } from 'hono'
import { guard } from './guard.ts'

/** Scripts are our files and nothing else. Styles may be inline: diagrams and formulas bring theirs. Images come from here, so that an answer cannot tell others what was said by the address of a picture. */
const CONTENT_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

const PAGE_HEADERS = {
  'content-security-policy': CONTENT_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
}

/** The name of a file in `assets/` holds a digest of what is in it. */
const FOREVER = 'public, max-age=31536000, immutable'

export const isBuilt = (dist: string): boolean => existsSync(join(dist, 'index.html'))

/** The built page. An address that is no file is the page's own, and gets the page. */
export function createPageRoutes(dist: string, hosts: readonly string[]): Hono {
  const routes = new Hono()
  routes.use('*', guard(['GET', 'HEAD'], hosts), async (c, next) => {
    await next()
    const isAsset = c.req.path.startsWith('/assets/') && c.res.ok
    c.res.headers.set('cache-control', isAsset ? FOREVER : 'no-cache')
    for (const [name, value] of Object.entries(PAGE_HEADERS)) c.res.headers.set(name, value)
  })
  if (!isBuilt(dist)) {
    routes.get('*', (c) => c.text('The page has not been built. The chat is at /api/chat, MCP at /mcp.\n', 503))
    return routes
  }
  const page = serveStatic({ path: join(dist, 'index.html') })
  routes.get('*', serveStatic({ root: dist }))
  routes.get('*', (c, next) => (wantsPage(c) ? page(c, next) : next()))
  routes.get('*', (c) => c.json({ error: { code: 'not_found', message: `there is no ${c.req.path}` } }, 404))
  return routes
}

const wantsPage = ({ req }: Context): boolean =>
  !req.path.startsWith('/assets/') && (req.header('accept') ?? '').includes('text/html')
