import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../create-sweatpants/run.ts'
import { installPackages } from './install.ts'

const root = join(import.meta.dirname, '../..')

export interface Workshop extends AsyncDisposable {
  folder: string
  /** Checks the types of these files against the installed packages. Rejects with what the compiler says. */
  checkTypes(files: readonly string[]): Promise<void>
}

/**
 * A folder outside the checkout with a copy of the sources, which finds the packages of the registry, and ours from their sources.
 * Programs in it are run with `--conditions=@sweatpants/source`. Rejects with `NotInstallableError` as `installPackages` does.
 */
export async function openWorkshop(
  sources: string | readonly string[],
  versions: Record<string, string>,
): Promise<Workshop> {
  const installed = join(await installPackages(versions), 'node_modules')
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-workshop-'))
  for (const source of [sources].flat())
    await cp(join(root, source), folder, { recursive: true, filter: (path) => !path.endsWith('node_modules') })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const modules = join(folder, 'node_modules')
  await mkdir(join(modules, '@sweatpants'), { recursive: true })
  const names = (await readdir(installed)).filter((name) => !name.startsWith('.'))
  await Promise.all(names.map((name) => symlink(join(installed, name), join(modules, name), 'junction')))
  await symlink(join(root, 'packages/framework'), join(modules, '@sweatpants/framework'), 'junction')
  return {
    folder,
    async checkTypes(files) {
      const compilerOptions = { typeRoots: [join(root, 'node_modules/@types')] }
      const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: [], files }
      await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config))
      await run(join(root, 'node_modules/.bin/tsc'), ['--noEmit', '-p', folder], folder)
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
