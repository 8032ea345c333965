import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { weighFirstScripts } from './yo-chat/page-weight.ts'

/** Bytes of compressed JavaScript that the page may load before it shows anything. React takes 67 kB of it. */
const LIMIT = 90_000

test('the first JavaScript of the page is at most 90 kB in gzip', async () => {
  const { scripts, gzip: total } = weighFirstScripts(await findBuiltPage())
  expect(scripts).toContainEqual(expect.stringMatching(/^\/assets\/react-/))
  const advice = total > LIMIT ? `Show a part that is not needed at first with \`later\`. ${await listModules()}` : ''
  expect(total, advice).toBeLessThanOrEqual(LIMIT)
})

test('the outline of the page needs no request for its styles', async () => {
  const html = readFileSync(join(await findBuiltPage(), 'index.html'), 'utf8')
  expect(html).not.toContain('rel="stylesheet"')
  expect(html).toMatch(/<style>[\s\S]*\.composer-outline/)
})

/** Returns the largest modules that the page begins with, in bytes before compression. */
async function listModules(): Promise<string> {
  const root = join(import.meta.dirname, '../apps/yo-chat/page')
  let list = ''
  const measure: Plugin = {
    name: 'measure',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const names = new Set(
        chunks.filter(({ isEntry, name }) => isEntry && name === 'index').map((file) => file.fileName),
      )
      for (const name of names)
        for (const chunk of chunks) if (chunk.fileName === name) chunk.imports.forEach(names.add, names)
      list = chunks
        .filter(({ fileName }) => names.has(fileName))
        .flatMap(({ modules }) => Object.entries(modules))
        .toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength)
        .slice(0, 40)
        .map(([id, { renderedLength }]) => `${renderedLength} ${id}`)
        .join('\n')
    },
  }
  vi.stubEnv('NODE_ENV', 'production')
  onTestFinished(() => void vi.unstubAllEnvs())
  await build({ root, logLevel: 'error', build: { write: false }, plugins: [measure] })
  return `The largest modules:\n${list}`
}
