import { writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { makeDist, makeFolder, startTestApp } from './fixtures/test-app.ts'

async function startWithPage() {
  const folder = makeFolder()
  return startTestApp({ dist: makeDist(folder) }, folder)
}

test('the page is asked for anew each time, and runs no script but its own', async () => {
  const { ask } = await startWithPage()
  const page = await ask('/')
  expect(page.status).toBe(200)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect(page.headers.get('cache-control')).toBe('no-cache')
  expect(page.headers.get('x-content-type-options')).toBe('nosniff')
  const scripts = page.headers
    .get('content-security-policy')!
    .split('; ')
    .filter((rule) => /^(script|default)-/.test(rule))
  expect(scripts).toEqual(["default-src 'self'", "script-src 'self'"])
  expect(await page.text()).toContain('<title>Page</title>')
})

test('a file whose name holds its digest is kept for ever', async () => {
  const { ask } = await startWithPage()
  const script = await ask('/assets/index-Dk3fa9.js')
  expect(script.headers.get('content-type')).toMatch(/^text\/javascript/)
  expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const icon = await ask('/favicon.svg')
  expect(icon.headers.get('content-type')).toMatch(/^image\/svg\+xml/)
  expect(icon.headers.get('cache-control')).toBe('no-cache')
})

test('a file is sent in the best encoding that the browser accepts, with fewer bytes', async () => {
  const folder = makeFolder()
  const dist = makeDist(folder)
  const script = 'export const text = "again and again";'.repeat(100)
  const path = join(dist, 'assets/index-Cb2e1f.js')
  writeFileSync(path, script)
  writeFileSync(`${path}.br`, brotliCompressSync(script))
  writeFileSync(`${path}.gz`, gzipSync(script))
  const { ask } = await startTestApp({ dist }, folder)
  const get = async (encodings: string) => {
    const answer = await ask('/assets/index-Cb2e1f.js', { headers: { 'accept-encoding': encodings } })
    const { headers } = answer
    expect([headers.get('vary'), headers.get('content-type')]).toEqual([
      'accept-encoding',
      expect.stringMatching(/^text\/javascript/),
    ])
    expect(await answer.text()).toBe(script)
    return [headers.get('content-encoding'), Number(headers.get('content-length'))]
  }
  expect(await get('gzip, deflate, br')).toEqual(['br', brotliCompressSync(script).length])
  expect(await get('gzip')).toEqual(['gzip', gzipSync(script).length])
  expect(await get('identity')).toEqual([null, script.length])
  expect(brotliCompressSync(script).length).toBeLessThan(script.length / 10)
})

test('an address of the page itself gets the page, and a file that is missing does not', async () => {
  const { ask } = await startWithPage()
  const html = { headers: { accept: 'text/html,*/*' } }
  expect(await (await ask('/c/some-conversation', html)).text()).toContain('<title>Page</title>')
  const missing = await ask('/assets/index-old.js', html)
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-cache'])
  expect((await ask('/robots.txt')).status).toBe(404)
})

test('HEAD is answered without a body, and other methods are refused', async () => {
  const { ask } = await startWithPage()
  const head = await ask('/', { method: 'HEAD' })
  expect([head.status, await head.text()]).toEqual([200, ''])
  const refused = await ask('/', { method: 'PUT' })
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
})

/** Sent as it is: `fetch` would tidy the path, and set the host itself. */
const askRaw = (url: string, path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

test.each(['/../secret.txt', '/assets/../../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/..\\secret.txt'])(
  'nothing outside the page is served at %s',
  async (path) => {
    const { url } = await startWithPage()
    expect(await askRaw(url, path)).toBeOneOf([400, 404])
  },
)

test.each(['/', '/api/app', '/api/chat/sessions', '/mcp'])('%s is not served for another host', async (path) => {
  const { url } = await startWithPage()
  expect(await askRaw(url, path, { host: 'evil.example' })).toBe(403)
  expect(await askRaw(url, path, { origin: 'https://evil.example' })).toBe(403)
})

test('a host that was allowed is served everywhere', async () => {
  const folder = makeFolder()
  const { url } = await startTestApp({ dist: makeDist(folder), allowHosts: ['chat.example'] }, folder)
  const from = { host: 'chat.example', origin: 'https://chat.example' }
  const paths = ['/', '/api/app', '/api/chat/sessions']
  expect(await Promise.all(paths.map((path) => askRaw(url, path, from)))).toEqual([200, 200, 200])
  expect(await askRaw(url, '/mcp', from)).not.toBe(403)
})

test('without a built page it says what is there', async () => {
  const { ask, hasPage } = await startTestApp()
  const answer = await ask('/')
  expect([hasPage, answer.status]).toEqual([false, 503])
  expect(await answer.text()).toContain('/mcp')
})
