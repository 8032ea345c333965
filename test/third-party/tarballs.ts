import { createHash } from 'node:crypto'
import { globSync, readFileSync, statSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { cached } from './cache.ts'
import { installPackages } from './install.ts'
import { pack } from './pack.ts'

const root = join(import.meta.dirname, '../..')

/** The published packages. Each is built against the types of those before it. */
export const PACKAGES = ['demo-model', 'framework', 'inspector', 'roundtable', 'create-sweatpants'] as const

type Published = (typeof PACKAGES)[number]

/** Packs every published package, once for each state of the sources, and returns the path of each tarball by folder name. */
export async function packTarballs(): Promise<Record<Published, string>> {
  const folder = await cached('tarballs', hashSources(), async (draft) => {
    const workshop = await mkdtemp(join(tmpdir(), 'sweatpants-tarballs-'))
    try {
      for (const name of PACKAGES) {
        const tarball = await pack(name, workshop)
        await cp(tarball, join(draft, basename(tarball)))
      }
    } finally {
      await rm(workshop, { recursive: true, force: true })
    }
  })
  const named = PACKAGES.map((name) => {
    const [tarball] = globSync(`{sweatpants-${name},${name}}-[0-9]*.tgz`, { cwd: folder })
    if (tarball === undefined) throw new Error(`${folder} has no tarball of ${name}`)
    return [name, join(folder, tarball)]
  })
  return Object.fromEntries(named)
}

/** Installs published packages from their tarballs, beside these of the registry. Returns the folder as `installPackages` does. */
export async function installTarballs(
  names: readonly Published[],
  versions: Record<string, string> = {},
): Promise<string> {
  const tarballs = await packTarballs()
  const ours = names.map((name) => [toPackageName(name), `file:${tarballs[name]}`])
  return installPackages({ ...Object.fromEntries(ours), ...versions })
}

const toPackageName = (name: Published): string => (name === 'create-sweatpants' ? name : `@sweatpants/${name}`)

function hashSources(): string {
  const hash = createHash('sha256')
  const paths = globSync('packages/**/*.*', {
    cwd: root,
    exclude: (name) => /^(dist|node_modules)$/.test(basename(name)),
  }).filter((path) => statSync(join(root, path)).isFile())
  for (const path of ['tsconfig.json', 'package.json', ...paths.toSorted()]) {
    hash
      .update(path)
      .update('\0')
      .update(readFileSync(join(root, path)))
      .update('\0')
  }
  return hash.digest('hex').slice(0, 16)
}
