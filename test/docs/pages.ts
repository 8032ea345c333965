import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const root = join(import.meta.dirname, '../..')

/** Every page that people read, by its path; what is generated shows types, and no code to run. */
export const pages = globSync(['**/*.md', 'llms.txt'], {
  cwd: root,
  exclude: ['**/node_modules', '**/dist', 'bench/peers', 'docs/api', 'site/.pages'],
}).sort()

export const readPage = (page: string): string => readFileSync(join(root, page), 'utf8')
