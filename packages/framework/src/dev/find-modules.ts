import { globSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const SOURCE = '**/*.{ts,mts,js,mjs}'
const LEFT_OUT = /(^|[\\/])(node_modules|dist|\.[^\\/]+)([\\/]|$)|\.(test|spec|d)\.[mc]?[tj]s$/

/** Files stand for themselves; a folder, for those of its modules that make tools. No other is loaded: it might do something. */
export function findModules(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (isFolder(path) ? findIn(path) : path))
}

const findIn = (folder: string): string[] =>
  globSync(SOURCE, { cwd: folder, exclude: (path) => LEFT_OUT.test(path) })
    .filter((path) => !LEFT_OUT.test(path))
    .map((path) => join(folder, path))
    .filter((path) => /\bcreate(Mcp)?Tool\s*\(/.test(readFileSync(path, 'utf8')))
    .sort()

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
