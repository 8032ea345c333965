import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'

// Serves what a bundler has made: `node serve.js out/page out/server/server.js port`.

const [page, server, port] = process.argv.slice(2)
const { answer } = await import(join(import.meta.dirname, server))

const HTML = '<!doctype html><main></main><script type="module" src="/page.js"></script>'

async function respond(request) {
  const { pathname } = new URL(request.url)
  if (pathname.startsWith('/api/')) return answer(request)
  if (pathname !== '/') {
    return new Response(await readFile(join(page, pathname)), { headers: { 'content-type': 'text/javascript' } })
  }
  const html = await readFile(join(page, 'index.html'), 'utf8').catch(() => HTML)
  return new Response(html, { headers: { 'content-type': 'text/html' } })
}

createServer(getRequestListener(respond)).listen(Number(port), '127.0.0.1', () => console.error('Ready'))
