import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundleViews } from '../views/bundle-views.ts'
import { MANIFEST, readManifest } from '../views/read-views.ts'
import { readArgs, toUsageError, UsageError } from './args.ts'
import { COMMANDS } from './commands.ts'
import { findModules, loadOffer } from './load-offer.ts'

/** `sweatpants build`: writes the views of the tools, for `serve --views` and `readViews`. */
export async function build(args: readonly string[]): Promise<number> {
  const { values, positionals } = readArgs(args, COMMANDS.build.options)
  if (positionals.length === 0) throw new UsageError('build takes modules or a folder of them: build ./tools.ts')
  const { out = 'views' } = values
  const { tools } = await loadOffer(findModules(positionals))
  const { views } = await bundleViews(tools).catch((cause) => {
    throw toUsageError(cause)
  })
  if (views.size === 0) throw new UsageError(`${positionals.join(', ')} has no tool that asks or shows its result`)

  const before = Object.values(readManifest(out) ?? {})
  const manifest = Object.fromEntries([...views].map(([tool, { hash }]) => [tool, `${tool}.${hash}.html`]))
  await mkdir(out, { recursive: true })
  for (const [tool, { html }] of views) {
    const file = join(out, manifest[tool]!)
    await writeFile(file, html)
    console.log(`${file}  ${(html.length / 1024).toFixed(1)} kB`)
  }
  await writeFile(join(out, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`)
  // Last, so that a server that reads the folder meanwhile finds a file for every name that it knows.
  const stale = before.filter((file) => !Object.values(manifest).includes(file))
  await Promise.all(stale.map((file) => rm(join(out, file), { force: true })))
  return 0
}
