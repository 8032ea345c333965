import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

/** What most of the processes of the tests consist of. */
const PROGRAMS = [
  'apps/yo-chat/server/start-app.ts',
  'packages/framework/src/cli/dev.ts',
  'packages/framework/src/cli/inspect.ts',
  'packages/framework/src/cli/serve.ts',
  'packages/framework/src/stores/postgres.ts',
  'packages/roundtable/src/cli/serve.ts',
]

/**
 * Fills Node's compile cache, which `vitest.config.ts` turns on. The tests start hundreds of processes from the sources, and most are
 * killed before Node writes what it compiled for them.
 */
export default function setup(): void {
  const load = PROGRAMS.map((path) => `await import(${JSON.stringify(join(root, path))})`).join('\n')
  execFileSync(process.execPath, ['--conditions=@sweatpants/source', '--input-type=module', '--eval', load], {
    cwd: root,
  })
}
