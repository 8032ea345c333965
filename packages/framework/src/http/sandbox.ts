import { isViewOrigin, type ViewPolicy } from '../tools/hosted-app.ts'
import { createGuard } from './guard.ts'

export interface SandboxOptions {
  /** Hostnames of the pages that may show a view. */
  allowedHosts: readonly string[]
}

/**
 * Serves the frame in which a page shows views of other servers. It must be on an origin of its own, such as another port or
 * a subdomain: there is nothing on it that a view could take. The view runs in a second frame, which has no origin at all and
 * inherits the policy of the first.
 *
 * A page asks for it with its own origin and what the view may reach: `?host=…&connect=…&resources=…&frames=…`.
 */
export function createSandbox({ allowedHosts }: SandboxOptions): (request: Request) => Response {
  const refuse = createGuard({ methods: ['GET'], allowedHosts })
  return (request) => {
    const refusal = refuse({ method: request.method, header: (name) => request.headers.get(name) ?? undefined })
    if (refusal !== undefined) return new Response(refusal.message, { status: refusal.status })
    const { searchParams } = new URL(request.url)
    const host = readHost(searchParams.get('host') ?? '', allowedHosts)
    if (host === undefined) return new Response('This page may not show views.', { status: 403 })
    const policy = toContentPolicy(host, {
      connect: readOrigins(searchParams.get('connect')),
      resources: readOrigins(searchParams.get('resources')),
      frames: readOrigins(searchParams.get('frames')),
    })
    return new Response(PAGE, { headers: { ...HEADERS, 'content-security-policy': policy } })
  }
}

const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-dns-prefetch-control': 'off',
  // A process of its own also where only the port differs.
  'origin-agent-cluster': '?1',
  'permissions-policy':
    'camera=(), microphone=(), geolocation=(), clipboard-read=(), clipboard-write=(), display-capture=()',
}

/** Returns the origin of the page, if it is one of ours. */
function readHost(text: string, allowedHosts: readonly string[]): string | undefined {
  if (!URL.canParse(text)) return undefined
  const { origin, protocol, hostname } = new URL(text)
  const isWeb = protocol === 'http:' || protocol === 'https:'
  return isWeb && origin === text && allowedHosts.includes(hostname) ? origin : undefined
}

const readOrigins = (text: string | null): string[] => (text ?? '').split(' ').filter(isViewOrigin)

const sources = (...listed: readonly string[]): string => listed.join(' ') || "'none'"

function toContentPolicy(host: string, { connect, resources, frames }: ViewPolicy): string {
  return [
    "default-src 'none'",
    `script-src ${sources("'unsafe-inline'", ...resources)}`,
    `style-src ${sources("'unsafe-inline'", ...resources)}`,
    `img-src ${sources('data:', 'blob:', ...resources)}`,
    `font-src ${sources('data:', ...resources)}`,
    `media-src ${sources('data:', 'blob:', ...resources)}`,
    'worker-src blob:',
    `connect-src ${sources(...connect)}`,
    // Also keeps the inner frame from going to another page, which would take along what it knows.
    `frame-src ${sources(...frames)}`,
    "form-action 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    `frame-ancestors ${host}`,
  ].join('; ')
}

/** Writes the view into the inner frame, and passes messages between it and the page. Those of the sandbox itself stay here. */
const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>View</title>
<style>html, body { margin: 0; height: 100%; overflow: hidden; background: transparent } iframe { display: block; border: 0; width: 100%; height: 100% }</style>
<body>
<script>
const host = new URLSearchParams(location.search).get('host')
const own = 'ui/notifications/sandbox-'
const inner = document.createElement('iframe')
inner.title = 'View'
inner.setAttribute('sandbox', 'allow-scripts allow-forms')
let isWritten = false
const isOwn = (data) => typeof data?.method === 'string' && data.method.startsWith(own)
addEventListener('message', ({ source, origin, data }) => {
  if (source === parent && origin === host) {
    if (!isOwn(data)) return inner.contentWindow?.postMessage(data, '*')
    if (data.method !== own + 'resource-ready' || isWritten) return
    isWritten = true
    inner.srcdoc = data.params.html
    document.body.append(inner)
  } else if (source === inner.contentWindow && source !== null && !isOwn(data)) parent.postMessage(data, host)
})
parent.postMessage({ jsonrpc: '2.0', method: own + 'proxy-ready', params: {} }, host)
</script>
`
