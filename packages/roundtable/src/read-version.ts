import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The version of this package, wherever in it this file was built to. */
export function readVersion(folder = import.meta.dirname): string {
  const manifest = join(folder, 'package.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : readVersion(dirname(folder))
}
