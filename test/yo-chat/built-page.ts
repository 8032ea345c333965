import { globSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPage } from '../../apps/yo-chat/server/build-page.ts'
import { digestSources } from '../../apps/yo-chat/server/page-sources.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/yo-chat-page')

/** The pages of tests. */
const MORE = ['test/yo-chat/*-page/*']

/** Longer than any build or use of a page takes, in milliseconds. */
const LONGEST_BUILD = 120_000
const LONGEST_USE = 3_600_000

/** The page of the app, or another one, built once for the current sources: concurrent callers wait for the same build. */
export async function findBuiltPage(page = 'apps/yo-chat/page'): Promise<string> {
  const dist = join(cache, `${digestSources(MORE)}-${page.replaceAll('/', '-')}`)
  while (ageOf(dist) === undefined) {
    const lock = `${dist}.lock`
    if (claim(lock)) {
      try {
        await build(page, dist)
      } finally {
        rmSync(lock, { recursive: true, force: true })
      }
    } else {
      if ((ageOf(lock) ?? 0) > LONGEST_BUILD) rmSync(lock, { recursive: true, force: true })
      await delay(100)
    }
  }
  return dist
}

async function build(page: string, dist: string): Promise<void> {
  for (const old of globSync('*', { cwd: cache }).map((name) => join(cache, name))) {
    if ((ageOf(old) ?? 0) > LONGEST_USE) rmSync(old, { recursive: true, force: true })
  }
  const unfinished = `${dist}.${process.pid}`
  await buildPage(join(root, page), unfinished)
  renameSync(unfinished, dist)
}

/** Whether this process got it first. */
function claim(lock: string): boolean {
  mkdirSync(cache, { recursive: true })
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Returns the age in milliseconds, or `undefined` if there is no such file. */
function ageOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && Date.now() - stats.mtimeMs
}
