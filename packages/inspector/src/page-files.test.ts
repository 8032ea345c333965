import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { INSPECTOR, readPage } from './page-files.ts'

/** Bytes, compressed. */
const LIMIT = 40_000

test('the page is small and loads nothing from elsewhere', async () => {
  const page = await readPage(INSPECTOR)
  const script = page.get('/page.js')!.text
  expect(gzipSync(script).byteLength).toBeLessThan(LIMIT)
  expect(script).not.toMatch(/\bimport\s*[("'{*]/)
  expect(page.get('/page.css')!.text).toContain('.elicit-form')
  for (const [, path] of page.get('/')!.text.matchAll(/(?:src|href)="(\/[^"]*)"/g)) {
    expect(page.has(path!), path).toBe(true)
  }
})
