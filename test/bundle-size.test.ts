import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { type OutputChunk, rolldown } from 'rolldown'
import { expect, test } from 'vitest'

/** Bytes, compressed. */
const LIMIT = 20_000
const MARKDOWN = ['marked', 'react-markdown', 'remark-gfm']
const HEAVY = ['highlight.js', 'katex', 'lowlight', 'mermaid', 'rehype-katex', 'remark-math']

test('the hook and the client add less than 20 kB to a React app, and no renderer', async () => {
  const { atOnce, later } = await bundleApp(`
    export { createChatClient } from '@sweatpants/framework/chat'
    export { useChatSession } from '@sweatpants/framework/react'
  `)
  const size = atOnce.reduce((total, { code }) => total + gzipSync(code).byteLength, 0)
  expect(atOnce[0]!.exports).toEqual(['createChatClient', 'useChatSession'])
  expect(size, `the largest of it is ${largestOf(atOnce)}`).toBeLessThan(LIMIT)
  expect(packagesOf(atOnce).sort()).toEqual(['valibot'])
  expect(later).toEqual([])
})

test('an app that shows Markdown loads math, highlighting and diagrams with the first text that has some', async () => {
  const { atOnce, later } = await bundleApp("export { Markdown } from '@sweatpants/framework/react'")
  expect(packagesOf(atOnce)).toEqual(expect.arrayContaining(MARKDOWN))
  expect(packagesOf(atOnce).filter((name) => HEAVY.includes(name))).toEqual([])
  expect(packagesOf(later)).toEqual(expect.arrayContaining(HEAVY))
})

/** Builds an app as it is shipped, without React. Returns the chunks that load at once, its own first, and the lazy ones. */
async function bundleApp(source: string): Promise<{ atOnce: OutputChunk[]; later: OutputChunk[] }> {
  const entry = join(import.meta.dirname, 'app.js')
  await using bundle = await rolldown({
    input: entry,
    platform: 'browser',
    external: /^react(-dom)?($|\/)/,
    resolve: { conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'] },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [
      {
        name: 'app',
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? source : null),
      },
    ],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true })
  const chunks = output.filter((file) => file.type === 'chunk')
  const names = new Set([output[0].fileName])
  for (const name of names)
    for (const one of chunks.find((chunk) => chunk.fileName === name)?.imports ?? []) names.add(one)
  return {
    atOnce: chunks.filter(({ fileName }) => names.has(fileName)),
    later: chunks.filter(({ fileName }) => !names.has(fileName)),
  }
}

const packagesOf = (chunks: readonly OutputChunk[]): string[] => [
  ...new Set(
    chunks.flatMap(({ moduleIds }) =>
      moduleIds.flatMap((id) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? []),
    ),
  ),
]

const largestOf = (chunks: readonly OutputChunk[]): string =>
  chunks
    .flatMap(({ modules }) => Object.entries(modules))
    .toSorted(([, a], [, b]) => b.renderedLength - a.renderedLength)
    .slice(0, 5)
    .map(([id, { renderedLength }]) => `${id} (${renderedLength})`)
    .join(', ')
