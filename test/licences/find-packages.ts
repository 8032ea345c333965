import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

interface Manifest {
  name: string
  version: string
  private?: boolean
  license?: string | { type: string }
  licenses?: { type: string }[]
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/** A package that comes with one of ours. */
export interface Package {
  name: string
  version: string
  licence: string
  /** Ours that ask for it themselves. */
  askedBy: string[]
}

const read = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

const published = globSync('packages/*', { cwd: root })
  .map((folder) => join(root, folder))
  .filter((folder) => existsSync(join(folder, 'package.json')) && read(folder).private !== true)

const isOurs = (name: string): boolean => published.some((folder) => read(folder).name === name)

/** Where a package finds another, as Node looks for it. */
function find(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name)
    if (existsSync(join(found, 'package.json'))) return found
    if (folder === dirname(folder)) return undefined
  }
}

/** All that is installed with what we publish: what it depends on, and what that depends on. */
export function findInstalled(): Package[] {
  return collect((manifest) => Object.keys(manifest.dependencies ?? {}), true)
}

/** All that is bundled into what we publish: the development dependencies that the sources import, and their dependencies. */
export function findBundled(): Package[] {
  return collect(({ devDependencies = {}, peerDependencies = {} }, folder) => {
    const imported = importedBy(folder)
    return Object.keys(devDependencies).filter((name) => imported.has(name) && !Object.hasOwn(peerDependencies, name))
  }, true)
}

/** The bundler, and React, in whose place Preact is bundled into the pages of the inspector. */
const NOT_BUNDLED = ['rolldown', 'react', 'react-dom']

function importedBy(folder: string): Set<string> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.ts', '**/fixtures/**'] })
  const sources = files.map((file) => readFileSync(join(folder, file), 'utf8'))
  const found = sources.flatMap((source) => [
    ...source.matchAll(/(?:from |import\(|resolve\()'((?:@[^/']+\/)?[^/'.]+)/g),
  ])
  return new Set(found.map(([, name]) => name!).filter((name) => !NOT_BUNDLED.includes(name)))
}

/** What an application may install beside it, to use a part of it. */
export function findOptional(): Package[] {
  return collect(({ peerDependencies = {} }) => Object.keys(peerDependencies), false)
}

function collect(namesOf: (manifest: Manifest, folder: string) => string[], deeply: boolean): Package[] {
  const packages = new Map<string, Package>()
  const add = (name: string, from: string, asker?: string): void => {
    const folder = find(name, from)
    // What is optional and not for this machine is not there.
    if (folder === undefined || isOurs(name)) return
    const manifest = read(folder)
    const id = `${name} ${manifest.version}`
    const known = packages.get(id)
    if (asker !== undefined) known?.askedBy.push(asker)
    if (known !== undefined) return
    const askedBy = asker === undefined ? [] : [asker]
    packages.set(id, { name, version: manifest.version, licence: licenceOf(manifest), askedBy })
    if (deeply) for (const needed of needsOf(manifest)) add(needed, folder)
  }
  for (const folder of published) {
    const manifest = read(folder)
    for (const name of namesOf(manifest, folder)) add(name, folder, manifest.name)
  }
  return [...packages.values()].sort((one, other) => (one.name < other.name ? -1 : 1))
}

function needsOf({
  dependencies,
  optionalDependencies,
  peerDependencies = {},
  peerDependenciesMeta,
}: Manifest): string[] {
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
}

function licenceOf({ license, licenses }: Manifest): string {
  if (typeof license === 'string') return license
  return license?.type ?? licenses?.map(({ type }) => type).join(' OR ') ?? 'none'
}
