import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** Bytes, compressed. */
const LIMIT = 8_000

test('what a page needs of debates is less than 8 kB, and brings no package along', { timeout: 60_000 }, async () => {
  await using bundle = await rolldown({
    input: join(import.meta.dirname, 'browser.ts'),
    platform: 'browser',
    resolve: { conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'] },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  expect(output).toHaveLength(1)
  const [{ code, moduleIds }] = output
  expect(gzipSync(code).byteLength).toBeLessThan(LIMIT)
  expect(moduleIds.filter((id) => id.includes('node_modules'))).toEqual([])
})
