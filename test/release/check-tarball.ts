import { readFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
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

export interface Checked {
  /** Of the package, with its version. */
  name: string
  kilobytes: number
  problems: string[]
}

/** Checks a tarball before it is published: its files, its size, its manifest (publint) and its types (arethetypeswrong). */
export async function checkTarball(path: string): Promise<Checked> {
  const bytes = await readFile(path)
  const { messages, pkg } = await publint({ pack: { tarball: Uint8Array.from(bytes).buffer }, strict: true })
  const listed = (await run('tar', ['-tzf', basename(path)], dirname(path))).split('\n')
  const missing = FILES.filter((file) => !listed.includes(`package/${file}`))
  const kilobytes = Math.ceil(bytes.byteLength / 1000)
  const limit = LIMITS[pkg.name as string]
  const problems = [
    ...messages.map((message) => formatMessage(message, pkg, { color: false }) ?? message.code),
    ...missing.map((file) => `${file} is not packed`),
    ...problemsOfManifest(pkg),
    ...(await problemsOfTypes(path)),
  ]
  if (limit === undefined) problems.push('has no size limit; add one to test/release/check-tarball.ts')
  else if (kilobytes > limit) problems.push(`has ${kilobytes} kB, more than its limit of ${limit} kB`)
  return { name: `${pkg.name}@${pkg.version}`, kilobytes, problems }
}

function problemsOfManifest(manifest: Record<string, unknown>): string[] {
  const { description, keywords, publishConfig } = manifest
  const { provenance } = (publishConfig ?? {}) as { provenance?: unknown }
  return [
    ...(description ? [] : ['has no description']),
    ...(Array.isArray(keywords) && keywords.length > 0 ? [] : ['has no keywords']),
    ...(provenance === true ? [] : ['would be published without provenance']),
  ]
}

/** All packages are ES modules, so resolutions by CommonJS do not count. */
async function problemsOfTypes(path: string): Promise<string[]> {
  const attw = fileURLToPath(
    import.meta.resolve('@arethetypeswrong/cli/package.json').replace('package.json', 'dist/index.js'),
  )
  const args = [attw, path, '--profile', 'esm-only', '--format', 'ascii', '--no-color', '--no-emoji']
  return run(process.execPath, args, dirname(path)).then(
    () => [],
    (error: Error) => [error.message],
  )
}
