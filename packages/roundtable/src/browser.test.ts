import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** Bytes, compressed. */
const LIMIT = 8_000

test('a page that follows debates bundles less than 8 kB, and no package but the event parser', {
  timeout: 60_000,
}, async () => {
  const entry = join(import.meta.dirname, 'page.js')
  await using bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? "export { createDebateClient, reduce } from './browser.ts'" : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const [{ code, moduleIds, exports }] = output
  expect([output.length, exports]).toEqual([1, ['createDebateClient', 'reduce']])
  expect(gzipSync(code).byteLength).toBeLessThan(LIMIT)
  const packages = moduleIds.flatMap((id) => /node_modules\/([^/]+)/.exec(id)?.[1] ?? [])
  expect(packages).toEqual([])
})
