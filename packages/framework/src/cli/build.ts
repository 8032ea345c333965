import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleViews } from '../views/bundle-views.ts'
import { MANIFEST, readManifest } from '../views/read-views.ts'
import { readArgs, toUsageError, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { findModules, loadOffer } from './load-offer.ts'
import { writeFiles } from './write-files.ts'

/** `sweatpants build`: writes the views of the tools, for `serve --views` and `readViews`. */
export async function build(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, COMMANDS.build.options)
  if (positionals.length === 0) throw new UsageError('build takes modules or a folder of them: build ./tools.ts')
  const { out = 'views' } = values
  const before = listBuilt(out)
  const { tools } = await loadOffer(findModules(positionals))
  const { views } = await bundleViews(tools).catch((cause) => {
    throw toUsageError(cause)
  })
  if (views.size === 0) throw new UsageError(`${positionals.join(', ')} has no tool that asks or shows its result`)

  const manifest = Object.fromEntries([...views].map(([tool, { hash }]) => [tool, `${tool}.${hash}.html`]))
  writeFiles(
    out,
    new Map([
      ...[...views].map(([tool, { html }]) => [manifest[tool]!, html] as const),
      [MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`],
    ]),
  )
  // Last, so that a server that reads the folder meanwhile finds a file for every name that it knows.
  const stale = before.filter((file) => !Object.values(manifest).includes(file))
  await Promise.all(stale.map((file) => rm(join(out, file), { force: true })))
  return 0
}

/** The files of the last build. */
function listBuilt(folder: string): string[] {
  try {
    return Object.values(readManifest(folder) ?? {})
  } catch (cause) {
    throw toUsageError(cause)
  }
}
