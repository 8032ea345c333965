import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DIST, PAGE } from './app-folder.ts'
import { buildPage } from './build-page.ts'
import { digestSources } from './page-sources.ts'

/** Builds the page unless the built one is of the current sources. */
export async function preparePage(page = PAGE, dist = DIST): Promise<void> {
  const digest = digestSources()
  // Written last: a build that was interrupted has none.
  const record = join(dist, 'sources.txt')
  if (read(record) === digest) return
  console.log('Building the page, because its sources are new…')
  if (await buildPage(page, dist)) writeFileSync(record, digest)
  else console.log(`There is no page to build in ${page}.`)
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

if (import.meta.main) await preparePage()
