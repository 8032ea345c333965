import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../../..')

/** All that a page of the app is built from, and some more. */
const SOURCES = [
  'package.json',
  'apps/yo-chat/{package.json,config.ts,page/**,tools/**/*.ts,server/build-page.ts}',
  'examples/{tictactoe,pick-card}/*.ts',
  'packages/{framework,roundtable}/{package.json,src/**/*.{ts,tsx}}',
]

/** Returns a digest that changes with the sources of the page. */
export function digestSources(more: readonly string[] = []): string {
  const digest = createHash('sha256')
  const files = globSync([...SOURCES, ...more], { cwd: ROOT, withFileTypes: true }).filter((file) => file.isFile())
  for (const path of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
    digest.update(path).update('\0').update(readFileSync(path)).update('\0')
  }
  return digest.digest('hex').slice(0, 16)
}
