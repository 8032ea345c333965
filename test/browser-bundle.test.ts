import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('the page of yo-chat contains no code of a tool', {
  timeout: 60_000,
}, async () => {
  await using bundle = await rolldown({
    input: join(root, 'apps/yo-chat/page/main.tsx'),
    platform: 'browser',
    external: /\.css$/,
    resolve: { conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'] },
  })
  const { output } = await bundle.generate({ format: 'esm' })
  const modules = output.flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
  const tools = modules.filter((id) => /yo-chat[\\/]tools[\\/]/.test(id)).map((id) => id.replace(/.*tools[\\/]/, ''))
  expect(modules.length).toBeGreaterThan(100)
  expect(tools).toEqual([])
})

/** The entries that a page may import. What they import, at once or later, must exist in a browser. */
const browserSafe = [
  '@sweatpants/framework',
  '@sweatpants/framework/ai',
  '@sweatpants/framework/chat',
  '@sweatpants/framework/react',
  '@sweatpants/roundtable/browser',
]

test.each(browserSafe)('%s bundles for the browser without a Node built-in', async (entry) => {
  const builtins: string[] = []
  await using bundle = await rolldown({
    input: entry,
    cwd: root,
    platform: 'browser',
    resolve: { conditionNames: ['@sweatpants/source', 'browser', 'import', 'default'] },
    plugins: [
      {
        name: 'find-node-built-ins',
        resolveId(specifier, importer) {
          if (!isBuiltin(specifier)) return null
          builtins.push(`${importer} imports '${specifier}'`)
          return { id: specifier, external: true }
        },
      },
    ],
    onLog(level, log) {
      if (level === 'warn') throw new Error(log.message)
    },
  })
  const { output } = await bundle.generate({ format: 'esm' })
  expect(builtins).toEqual([])
  expect(output[0].exports).not.toEqual([])
})
