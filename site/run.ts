import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createSite } from './pages.ts'

const folder = import.meta.dirname
const root = join(folder, '..')

/** Writes the pages where VitePress reads them. The site is built from copies, because its addresses differ from those of the repository. */
function write(): void {
  const { pages, files, sidebar } = createSite({ repository: process.env.SITE_REPOSITORY })
  for (const [path, text] of pages) writeTo(join(folder, '.pages', path), text)
  for (const [path, source] of files) {
    const target = join(folder, '.pages/public', path)
    mkdirSync(dirname(target), { recursive: true })
    copyFileSync(join(root, source), target)
  }
  writeTo(join(folder, '.pages/sidebar.json'), JSON.stringify(sidebar))
}

function writeTo(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** Runs a program in the folder of the site; resolves to its exit code. */
async function run(program: string, args: readonly string[]): Promise<number> {
  const [code] = await once(spawn(program, args, { cwd: folder, stdio: 'inherit' }), 'exit')
  return code ?? 1
}

const [command = 'dev', ...rest] = process.argv.slice(2)
rmSync(join(folder, '.pages'), { recursive: true, force: true })
write()
if (!existsSync(join(folder, 'node_modules/vitepress'))) await run('npm', ['install', '--no-audit', '--no-fund'])
if (command === 'dev') watch(join(root, 'docs'), { recursive: true }, write).unref()
process.exitCode = await run(process.execPath, ['node_modules/vitepress/bin/vitepress.js', command, ...rest])
