import { cp, mkdir, symlink } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { run } from './run.ts'

const root = join(import.meta.dirname, '../..')

/**
 * The tarball of a package, as it would be published. It is built in a copy, in that folder: building empties `dist`, and other
 * tests pack the same packages at the same moment.
 */
export async function pack(name: string, folder: string): Promise<string> {
  const from = join(root, 'packages', name)
  const copy = join(folder, 'packages', name)
  await cp(from, copy, { recursive: true, filter: (path) => !/^(dist|node_modules)$/.test(path.split(sep).at(-1)!) })
  await cp(join(root, 'tsconfig.json'), join(folder, 'tsconfig.json'))
  await link(join(root, 'node_modules'), join(folder, 'node_modules'))
  await link(join(from, 'node_modules'), join(copy, 'node_modules'))
  const tarballs = join(folder, 'tarballs')
  await mkdir(tarballs, { recursive: true })
  const printed = await run('npm', ['pack', '--silent', `--pack-destination=${tarballs}`], copy)
  return join(tarballs, printed.trim().split('\n').at(-1)!)
}

const link = (target: string, path: string): Promise<void> =>
  symlink(target, path, 'junction').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
