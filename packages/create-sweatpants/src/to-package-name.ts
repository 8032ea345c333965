import { basename } from 'node:path'

/** A name that npm takes, after the folder. */
export function toPackageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._]+|-+$/g, '')
    .slice(0, 214)
  return name || 'my-tool'
}
