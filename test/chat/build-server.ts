import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { rolldown } from 'rolldown'

/** A program, until it is disposed. */
export interface BuiltServer extends Disposable {
  path: string
}

/** A folder below `node_modules`, so that imports which are not bundled are found. */
const parent = join(import.meta.dirname, '../../node_modules/.cache')

/** Bundles a server into one file: it starts many times, and takes three times as long from its sources. */
export async function buildServer(input = join(import.meta.dirname, 'server.ts')): Promise<BuiltServer> {
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, 'server-'))
  await using bundle = await rolldown({
    input,
    platform: 'node',
    // Loaded when they are needed, and most never are.
    external: [/^pg$/, /^@nats-io\//, /^ai$/, /^ai-sdk-ollama$/, /^@ai-sdk\/(?!provider)/],
    resolve: { conditionNames: ['@sweatpants/source', 'node', 'import', 'default'] },
  })
  await bundle.write({ dir: directory })
  return {
    path: join(directory, `${basename(input, '.ts')}.js`),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}
