import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'

/** What a server of this module is called: as its package is, where it has one. */
export function identify(module: string): { name: string; version: string } {
  const manifest = findManifest(dirname(resolve(module)))
  const { name, version } = manifest === undefined ? {} : JSON.parse(readFileSync(manifest, 'utf8'))
  return {
    name: typeof name === 'string' ? name : 'sweatpants',
    version: typeof version === 'string' ? version : '0.0.0',
  }
}

function findManifest(folder: string): string | undefined {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest)) return manifest
  const parent = dirname(folder)
  return parent === folder ? undefined : findManifest(parent)
}
