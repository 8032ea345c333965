import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'

// Outside the checkout: in a folder below it, Node would find the packages of the workspaces too.
const cache = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'sweatpants-tests')

/** Folders that no test has used for a day are deleted: each state of the sources makes new ones. */
const UNUSED = 24 * 60 * 60_000

/**
 * Returns the folder `<kind>/<key>` of the test cache, filled by `fill` the first time. Test files run at once: each fills a
 * folder of its own, and the first one to finish gives it its name.
 */
export async function cached(kind: string, key: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(cache, kind, key)
  if (existsSync(folder)) {
    await utimes(folder, new Date(), new Date())
    return folder
  }
  await mkdir(dirname(folder), { recursive: true })
  await removeOld(dirname(folder))
  const draft = await mkdtemp(`${folder}-`)
  try {
    await fill(draft)
    await rename(draft, folder)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
  return folder
}

async function removeOld(kind: string): Promise<void> {
  for (const name of await readdir(kind)) {
    const path = join(kind, name)
    const age = Date.now() - (await stat(path).catch(() => ({ mtimeMs: Date.now() }))).mtimeMs
    if (age > UNUSED) await rm(path, { recursive: true, force: true })
  }
}
