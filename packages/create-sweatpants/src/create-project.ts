import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { toPackageName } from './to-package-name.ts'
import { UsageError } from './usage-error.ts'
import { DEFAULT_VARIANT, VARIANTS, type VariantName } from './variants.ts'

/** Files of the template by their real names: npm would leave these out of the package or rename them. */
const RENAMED = { _gitignore: '.gitignore' }

/** Writes a project of this variant into a folder that is new or empty, named after it. `source` has the template and the variants. */
export async function createProject(source: string, variant: VariantName, folder: string): Promise<void> {
  await refuseUsed(folder)
  await makeFolder(folder)
  const template = join(source, 'template')
  const omitted = VARIANTS[variant].omits.map((path) => join(template, path))
  await cp(template, folder, { recursive: true, filter: (path) => !omitted.includes(path) })
  if (variant !== DEFAULT_VARIANT) await cp(join(source, 'variants', variant), folder, { recursive: true })
  for (const [from, to] of Object.entries(RENAMED)) await rename(join(folder, from), join(folder, to))
  const file = join(folder, 'package.json')
  const manifest = { ...JSON.parse(await readFile(file, 'utf8')), name: toPackageName(folder) }
  await writeFile(file, `${JSON.stringify(manifest, undefined, 2)}\n`)
}

async function refuseUsed(folder: string): Promise<void> {
  const used = (await list(folder)).filter((name) => name !== '.git')
  if (used.length === 0) return
  throw new UsageError(`${folder} is not empty: it has ${used.slice(0, 3).join(', ')}; name another folder`)
}

/** One folder after the other: with `recursive`, Node tries for ever where the system refuses with ENOENT, as in `/proc`. */
async function makeFolder(folder: string): Promise<void> {
  if (existsSync(folder)) return
  if (dirname(folder) !== folder) await makeFolder(dirname(folder))
  await mkdir(folder).catch((cause) => {
    throw new UsageError(`${folder} cannot be created: ${cause.message}; name another folder`, { cause })
  })
}

async function list(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR') throw new UsageError(`${folder} is a file; name a folder`, { cause })
    throw cause
  }
}
