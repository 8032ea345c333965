import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** A program, for as long as somebody uses it. */
export interface BuiltServer extends Disposable {
  path: string
}

/** Below it, so that what is not bundled is found. */
const parent = join(import.meta.dirname, '../../node_modules/.cache')

/** The server in one piece: it starts hundreds of times, and takes three times as long from its sources. */
export async function buildServer(): Promise<BuiltServer> {
  mkdirSync(parent, { recursive: true })
  const directory = mkdtempSync(join(parent, 'chat-server-'))
  await using bundle = await rolldown({
    input: join(import.meta.dirname, 'server.ts'),
    platform: 'node',
    // Loaded when they are needed, and all but `pg` never are.
    external: [/^pg$/, /^ai$/, /^ai-sdk-ollama$/, /^@ai-sdk\/(?!provider)/],
    resolve: { conditionNames: ['@sweatpants/source', 'node', 'import', 'default'] },
  })
  await bundle.write({ dir: directory })
  return {
    path: join(directory, 'server.js'),
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  }
}
