import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'
import { UsageError } from '@sweatpants/framework/cli'

/**
 * Builds the page with Vite, with a brotli and a gzip copy of its files; resolves to whether there is a page. It uses a child process,
 * so that Vite's memory is freed.
 */
export async function buildPage(page: string, dist: string): Promise<boolean> {
  if (!existsSync(join(page, 'index.html'))) return false
  const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')))
  const args = [vite, 'build', page, '--outDir', dist, '--emptyOutDir', '--logLevel', 'warn']
  // Tests have another value, with which React's code for development would be in the page.
  const env = { ...process.env, NODE_ENV: 'production' }
  const [code] = await once(spawn(process.execPath, args, { env, stdio: ['ignore', 'inherit', 'inherit'] }), 'exit')
  if (code !== 0) throw new UsageError('the page could not be built; fix the errors above, or start with --no-build')
  await compressFiles(dist)
  return true
}

/** Fonts and bitmaps are compressed already. */
const COMPRESSIBLE = /\.(html|js|css|svg|json)$/

/** The best quality takes sixty times as long, for a tenth of the size. */
const QUALITY = { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }

/** Writes a compressed copy beside each file where the copy is smaller. */
async function compressFiles(dist: string): Promise<void> {
  const files = await readdir(dist, { recursive: true })
  const compress = async (name: string) => {
    const path = join(dist, name)
    const whole = await readFile(path)
    const copies = [
      ['br', await promisify(brotliCompress)(whole, QUALITY)],
      ['gz', await promisify(gzip)(whole, { level: 9 })],
    ] as const
    for (const [ending, copy] of copies) if (copy.length < whole.length) await writeFile(`${path}.${ending}`, copy)
  }
  await Promise.all(files.filter((name) => COMPRESSIBLE.test(name)).map(compress))
}
