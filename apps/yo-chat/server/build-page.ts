import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from '@sweatpants/framework/cli'

/** Builds the page with Vite; resolves to whether there is a page. It uses a child process, so that Vite's memory is freed. */
export async function buildPage(page: string, dist: string): Promise<boolean> {
  if (!existsSync(join(page, 'index.html'))) return false
  const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')))
  const args = [vite, 'build', page, '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn']
  const [code] = await once(spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] }), 'exit')
  if (code !== 0) throw new UsageError('the page could not be built; fix the errors above, or start with --no-build')
  return true
}
