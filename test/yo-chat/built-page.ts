import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildPage } from '../../apps/yo-chat/server/build-page.ts'

const root = join(import.meta.dirname, '../..')
const cache = join(root, 'node_modules/.cache/yo-chat-page')

/** All that the page is made of, and some more. */
const SOURCES = [
  'package.json',
  'apps/yo-chat/{package.json,config.ts,page/**,tools/**/*.ts}',
  'test/yo-chat/*-page/*',
  'examples/{tictactoe,pick-card}/*.ts',
  'packages/{framework,roundtable}/{package.json,src/**/*.{ts,tsx}}',
]

/** Longer than any build or use of a page takes, in milliseconds. */
const LONGEST_BUILD = 120_000
const LONGEST_USE = 3_600_000

/** The page of the app, or another one, built once for the current sources: concurrent callers wait for the same build. */
export async function findBuiltPage(page = 'apps/yo-chat/page'): Promise<string> {
  const dist = join(cache, `${digestSources()}-${page.replaceAll('/', '-')}`)
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

function digestSources(): string {
  const digest = createHash('sha256')
  const files = globSync(SOURCES, { cwd: root, withFileTypes: true }).filter((file) => file.isFile())
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
    digest.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
  return digest.digest('hex').slice(0, 16)
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

/** In milliseconds; nothing when there is no such file. */
function ageOf(path: string): number | undefined {
  const stats = statSync(path, { throwIfNoEntry: false })
  return stats && Date.now() - stats.mtimeMs
}
