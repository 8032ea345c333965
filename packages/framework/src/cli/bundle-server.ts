import { readFileSync } from 'node:fs'
import { extname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { View } from '../mcp/core/views.ts'
import { messageOf } from '../tools/describe.ts'
import { UsageError } from './args.ts'

/** What a server is bundled of. */
export interface BundleOptions {
  name: string
  version: string
  modules: readonly string[]
  /** By the name of the tool. */
  views: ReadonlyMap<string, View>
  /** The packages that the project depends on. Optional packages of the framework are bundled only if they are among them. */
  dependencies: readonly string[]
}

const ENTRY = '\0server'

/** Bundles the modules and the framework into one module that serves them over stdio, with the options of `sweatpants serve`. */
export async function bundleServer(options: BundleOptions): Promise<string> {
  const { rolldown } = await loadBundler()
  const warnings = new Set<string>()
  await using bundle = await rolldown({
    input: ENTRY,
    platform: 'node',
    external: findExternal(options.dependencies),
    // The sources are bundled if this module is one of them: then the package may not be built.
    resolve: { conditionNames: [...(isSource ? ['@sweatpants/source'] : []), 'node', 'import', 'default'] },
    plugins: [
      {
        name: 'server',
        resolveId: (id) => (id === ENTRY ? id : undefined),
        load: (id) => (id === ENTRY ? toEntry(options) : undefined),
      },
    ],
    onLog(level, { message }) {
      if (level === 'warn') warnings.add(message)
    },
  })
  try {
    const { output } = await bundle.generate({
      format: 'esm',
      codeSplitting: false,
      minify: true,
      banner: '#!/usr/bin/env node',
    })
    for (const warning of warnings) console.error(warning)
    return output[0].code
  } catch (cause) {
    throw new UsageError(`the server cannot be bundled: ${messageOf(cause)}`, { cause })
  }
}

const isSource = import.meta.url.endsWith('.ts')

/** A file of the framework, in `src` and in `dist` alike. */
const toPath = (file: string): string => fileURLToPath(new URL(`../${file}`, import.meta.url))

/** The modules are imported when the server starts: stdout is reserved then, and `.env` is read. */
function toEntry({ name, version, modules, views }: BundleOptions): string {
  const imports = modules.map(
    (module) => `[${JSON.stringify(module)}, await import(${JSON.stringify(resolve(module))})]`,
  )
  return [
    `import { runBundle } from ${JSON.stringify(toPath(`cli/serve${extname(import.meta.url)}`))}`,
    'await runBundle({',
    `  name: ${JSON.stringify(name)},`,
    `  version: ${JSON.stringify(version)},`,
    `  views: ${JSON.stringify(Object.fromEntries(views))},`,
    `  load: async () => [${imports.join(', ')}],`,
    '})',
  ].join('\n')
}

function findExternal(dependencies: readonly string[]): RegExp[] {
  const manifest = JSON.parse(readFileSync(toPath('../package.json'), 'utf8'))
  const optional = Object.keys({ ...manifest.peerDependencies, ...manifest.optionalDependencies })
  return optional.filter((name) => !dependencies.includes(name)).map((name) => new RegExp(`^${name}(/|$)`))
}

async function loadBundler() {
  // Bundlers accept a missing package only if the import stands in a `try` of its own.
  try {
    return await import('rolldown')
  } catch (cause) {
    throw new UsageError('publish bundles the server with rolldown, which could not be loaded; npm i -D rolldown', {
      cause,
    })
  }
}
