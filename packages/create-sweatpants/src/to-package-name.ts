import { basename } from 'node:path'

/** Returns a valid npm name made of the folder's name. */
export function toPackageName(folder: string): string {
  const name = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9._~-]+/g, '-')
    .replace(/^[-._]+|-+$/g, '')
    .slice(0, 214)
  return name || 'my-tool'
}
