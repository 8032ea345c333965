import { stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../create-sweatpants/run.ts'

/** Kilobytes that each tarball may have: about a fifth more than it has, so that a file packed by mistake is noticed. */
const LIMITS: Readonly<Record<string, number>> = {
  '@sweatpants/demo-model': 80,
  '@sweatpants/framework': 2400,
  '@sweatpants/inspector': 145,
  '@sweatpants/roundtable': 700,
  'create-sweatpants': 20,
}

/** Every tarball has these, and npm packs only the first three by itself. */
const FILES = ['package.json', 'README.md', 'LICENSE', 'CHANGELOG.md']

interface Manifest {
  name: string
  version: string
  keywords?: string[]
  publishConfig?: { provenance?: boolean }
}

interface Checked {
  /** Of the package, with its version. */
  name: string
  kilobytes: number
  problems: string[]
}

/** Checks a tarball before it is published: its files, its size, its manifest and its types. */
export async function checkTarball(path: string): Promise<Checked> {
  const tar = (...args: string[]) => run('tar', [...args], dirname(path))
  const files = (await tar('-tzf', basename(path))).split('\n')
  const manifest: Manifest = JSON.parse(await tar('-xzOf', basename(path), 'package/package.json'))
  const { name, version, keywords = [], publishConfig } = manifest
  const kilobytes = Math.ceil((await stat(path)).size / 1000)
  const limit = LIMITS[name]

  const problems = FILES.filter((file) => !files.includes(`package/${file}`)).map((file) => `${file} is not packed`)
  if (keywords.length === 0) problems.push('it has no keywords')
  if (publishConfig?.provenance !== true) problems.push('it would be published without provenance')
  if (limit === undefined) problems.push('it has no size limit; add one to test/release/check-tarball.ts')
  else if (kilobytes > limit) problems.push(`it has ${kilobytes} kB, more than its limit of ${limit} kB`)
  for (const [program, args] of LINTERS) {
    await run(process.execPath, [fileURLToPath(program), path, ...args], dirname(path)).catch(({ message }: Error) =>
      problems.push(message),
    )
  }
  return { name: `${name}@${version}`, kilobytes, problems }
}

const LINTERS: readonly (readonly [URL, readonly string[]])[] = [
  [new URL('cli.js', import.meta.resolve('publint')), ['--strict']],
  // All packages are ES modules, so resolutions by CommonJS do not count.
  [
    new URL('dist/index.js', import.meta.resolve('@arethetypeswrong/cli/package.json')),
    ['--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji'],
  ],
]
