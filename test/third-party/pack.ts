import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { run } from '../create-sweatpants/run.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Packs a package as it would be published, and returns the path of its tarball. It is built in a copy in `folder`: a build
 * empties `dist`, and other tests may pack the same package at the same time. A package that others import goes first,
 * because they are built against the types in the copy. `fields` are added to the manifest.
 */
export async function pack(name: string, folder: string, fields: object = {}): Promise<string> {
  const from = join(root, 'packages', name)
  const copy = join(folder, 'packages', name)
  await cp(from, copy, { recursive: true, filter: (path) => !/^(dist|node_modules)$/.test(path.split(sep).at(-1)!) })
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  await linkDependencies(folder)
  await link(copy, join(folder, 'node_modules/@sweatpants', name))
  await link(join(from, 'node_modules'), join(copy, 'node_modules'))
  const manifest = join(copy, 'package.json')
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), ...fields }, null, 2))
  const tarballs = join(folder, 'tarballs')
  await mkdir(tarballs, { recursive: true })
  const printed = await run('npm', ['pack', '--silent', `--pack-destination=${tarballs}`], copy)
  return join(tarballs, printed.trim().split('\n').at(-1)!)
}

/** Links all that is installed except our own packages, which would be found without their `dist`. */
async function linkDependencies(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@sweatpants'), { recursive: true })
  const names = (await readdir(join(root, 'node_modules'))).filter((name) => name !== '@sweatpants')
  await Promise.all(names.map((name) => link(join(root, 'node_modules', name), join(modules, name))))
}

const link = (target: string, path: string): Promise<void> =>
  symlink(target, path, 'junction').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
