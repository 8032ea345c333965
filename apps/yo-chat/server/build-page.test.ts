import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, onTestFinished, test, vi } from 'vitest'
import { buildPage } from './build-page.ts'
import { makeFolder } from './fixtures/test-app.ts'
import { preparePage } from './prepare-page.ts'

function makePage(script: string) {
  const folder = makeFolder()
  const page = join(folder, 'page')
  mkdirSync(page)
  writeFileSync(join(page, 'index.html'), '<!doctype html><script type="module" src="./main.ts"></script>')
  writeFileSync(join(page, 'main.ts'), script)
  return { page, dist: join(folder, 'dist') }
}

test('a page is built into files that carry their digest, without a script in the page itself', async () => {
  const { page, dist } = makePage("document.title = 'built'")
  expect(await buildPage(page, dist)).toBe(true)
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  expect(scripts).toEqual([expect.stringMatching(/^index-[\w-]{8}\.js$/)])
  expect(readFileSync(join(dist, 'index.html'), 'utf8')).not.toMatch(/<script[^>]*>[^<]/)
})

test('each file of a page has smaller copies in brotli and gzip, which hold the same', async () => {
  const { page, dist } = makePage(`document.title = '${'built '.repeat(200)}'`)
  await buildPage(page, dist)
  const [script] = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'))
  const path = join(dist, 'assets', script!)
  const whole = readFileSync(path)
  for (const [ending, open] of [
    ['br', brotliDecompressSync],
    ['gz', gunzipSync],
  ] as const) {
    const copy = readFileSync(`${path}.${ending}`)
    expect(copy.length).toBeLessThan(whole.length / 4)
    expect(open(copy)).toEqual(whole)
  }
})

test('an installation without the sources of the page builds none', async () => {
  const folder = makeFolder()
  expect(await buildPage(join(folder, 'page'), join(folder, 'dist'))).toBe(false)
  expect(existsSync(join(folder, 'dist'))).toBe(false)
})

test('a page that cannot be built is an error that says what to do', async () => {
  const { page, dist } = makePage("import './missing.ts'")
  await expect(buildPage(page, dist)).rejects.toThrow('--no-build')
})

test('a page is built again only if its sources have changed', async () => {
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => printed.mockRestore())
  const { page, dist } = makePage("document.title = 'built'")
  await preparePage(page, dist)
  writeFileSync(join(dist, 'mark.txt'), '')
  await preparePage(page, dist)
  expect(existsSync(join(dist, 'mark.txt'))).toBe(true)
  expect(printed).toHaveBeenCalledExactlyOnceWith('Building the page, because its sources are new…')
  writeFileSync(join(dist, 'sources.txt'), 'of other sources')
  await preparePage(page, dist)
  expect([existsSync(join(dist, 'mark.txt')), existsSync(join(dist, 'index.html'))]).toEqual([false, true])
})
