import { fromLanguageModel } from '@sweatpants/framework/models'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDemo } from '../apps/yo-chat/server/models.ts'
import { fuzz } from './fuzz/fuzz.ts'
import { mutated } from './fuzz/mutate.ts'
import { nastyText, writeJson } from './fuzz/nasty.ts'
import { type OddServer, startOddServer } from './fuzz/odd-server.ts'
import { bodies, headers, isHeader, method, requests } from './fuzz/requests.ts'
import { serveApp } from './fuzz/serve-app.ts'
import { useSurface } from './fuzz/surface.ts'

const APP = '/api/app'

let odd: OddServer

const surface = useSurface(async (onError) => {
  odd = await startOddServer()
  const app = await serveApp([fromLanguageModel(createDemo({ pace: 'instant' }), { id: 'demo' })], onError)
  const close = async () => {
    await app.close()
    await odd[Symbol.asyncDispose]()
  }
  return { url: app.url, close }
})

interface Info {
  models: unknown[]
  servers: { id: string; address: string }[]
}

const readInfo = () => surface.json<Info>('GET', APP)

/** The page and what it asks first. */
async function serves(): Promise<void> {
  expect((await readInfo()).servers).toEqual([])
  const { status, text } = await surface.ask({ method: 'GET', path: '/chat/1', headers: { accept: 'text/html' } })
  expect([status, text]).toEqual([200, expect.stringContaining('<title>Page</title>')])
}

describe('servers of others', () => {
  /** None is beyond this machine. */
  const address = fc.oneof(
    fc.constantFrom(
      'http://127.0.0.1:1',
      'http://localhost:1/a?token=b#c',
      'HTTP://127.1:1/',
      'http://[::1]:1',
      'http://0:1',
    ),
    fc.constantFrom(
      'file:///etc/passwd',
      'javascript:alert(1)',
      'data:,x',
      'http://a:b@127.0.0.1:1',
      'http:',
      'http://',
    ),
    nastyText.filter(isHeader).map((text) => `http://127.0.0.1:1/${text}`),
    nastyText.map((text) => `ftp://${text}`),
    fc.constant('<odd>'),
  )
  const body = address.chain((url) =>
    fc.oneof({ arbitrary: fc.constant<unknown>({ url }), weight: 2 }, { arbitrary: mutated({ url }), weight: 1 }),
  )

  fuzz<unknown[]>(
    'are added or refused under any name, and removed again',
    fc.array(body, { minLength: 1, maxLength: 4 }),
    async (added) => {
      for (const given of added) {
        const text = writeJson(given).replaceAll('<odd>', odd.url)
        const { status } = await surface.ask({ path: `${APP}/servers`, body: Buffer.from(text) })
        expect([201, 400, 409, 413, 422]).toContain(status)
      }
      for (const { id } of (await readInfo()).servers) await surface.json('DELETE', `${APP}/servers/${id}`)
      await serves()
    },
    {
      runs: 10,
      examples: [
        [{ url: 'http://127.0.0.1:1/%ff%00' }, { url: 'http://127.0.0.1:1/' }, { url: 'http://127.0.0.1:1' }],
        [{ url: '<odd>', headers: { authorization: 'x' } }, { command: 'sh' }, { url: ['<odd>'] }, '<odd>'],
      ],
    },
  )

  fuzz(
    'are not added by a request of random bytes, or by one that breaks off',
    fc.tuple(bodies([{ url: 'file:///etc/passwd' }, { command: 'sh', args: ['-c', 'true'] }]), fc.boolean()),
    async ([given, isTold]) => {
      const path = `${APP}/servers`
      expect([400, 413]).toContain((await surface.ask({ path, ...given })).status)
      await surface.leave({ path, ...given }, isTold)
      expect((await readInfo()).servers).toEqual([])
    },
    { runs: 40 },
  )

  it('are refused when they are too long, and what comes after them is served', async () => {
    await surface.overflow(`${APP}/servers`, 400_000)
    await serves()
  })
})

/** What walks out of a folder somewhere, and what there is inside and outside of this one. */
const PARTS =
  `.. . ... %2e%2e %2E. .%2e ..%2f %2f %2F.. ..%5c \\ ..\\ %5c..%5c ..; %252e%252e %c0%ae%c0%ae %u002e %00 %0a % %ff ~ C:
  * ? # @ & : dist assets index.html favicon.svg index-Dk3fa9.js secret.txt store.db store.db.key __proto__ api app chat roundtable
  etc passwd node_modules`.split(/\s+/)

const PATHS =
  `/../secret.txt /..%2fsecret.txt /%2e%2e/secret.txt /%2e%2e%2fsecret.txt /..%5csecret.txt /..\\secret.txt //../secret.txt
  /assets/../../secret.txt /assets/..%2f..%2fsecret.txt /%252e%252e%252fsecret.txt /index.html%00.js /assets /index.html/
  http://127.0.0.1/../secret.txt *`.split(/\s+/)

const RANGES = 'bytes=0- bytes=-1 bytes=-0 bytes=5-2 bytes=0-1,2-3 bytes=99999999999999999999- 0-0'.split(' ')

describe('files of the page', () => {
  const part = fc.constantFrom(...PARTS, '', 'a'.repeat(300))
  const path = fc
    .tuple(fc.constantFrom('/', '/assets/', '//', 'http://127.0.0.1/'), fc.array(part, { maxLength: 8 }))
    .map(([start, parts]) => `${start}${parts.join('/')}`)
  const range = fc.oneof(fc.constantFrom(...RANGES), nastyText.filter(isHeader))

  fuzz<{ method: string; path: string; headers: Record<string, string> }>(
    'are those of its folder, for any path and range',
    fc.record({
      method: fc.oneof({ arbitrary: fc.constant('GET'), weight: 4 }, { arbitrary: method, weight: 1 }),
      path,
      headers: fc.oneof(
        fc.record({ accept: fc.constantFrom('*/*', 'text/html'), range }, { requiredKeys: [] }),
        headers('range', 'if-none-match', 'if-modified-since', 'accept-encoding'),
      ),
    }),
    async (sent) => {
      const { status, text } = await surface.ask(sent)
      expect([200, 204, 206, 304, 400, 403, 404, 405, 415, 416]).toContain(status)
      expect(text).not.toContain('not for the page')
      expect(text).not.toContain('SQLite format')
    },
    {
      runs: 300,
      examples: PATHS.map((walk) => ({ method: 'GET', path: walk, headers: {} })),
    },
  )
})

describe('routes of the app', () => {
  /** Hosts that look like one, and of which no address can be made. */
  const ODD_HOSTS = ['9007199254740993', '1.2.3.4.5', '0x100000000', '127.0.0.1:65536', 'xn--0.example', '..']

  fuzz(
    'by any method, with any body, are served or refused',
    requests([
      APP,
      `${APP}/{part}`,
      `${APP}/servers`,
      `${APP}/servers/{part}`,
      `${APP}/servers/{part}/enable`,
      '/{part}?{value}',
      '/api/{part}',
    ]),
    async (sent) => {
      await surface.ask(sent)
    },
    { runs: 200, examples: ODD_HOSTS.map((host) => ({ method: 'GET', path: '/api/none', headers: { host } })) },
  )

  it('still serve valid requests', serves)
})
