import { existsSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { View, Views } from '../mcp/core/views.ts'
import { ViewError } from './view-error.ts'

/** In the folder of built views: the file of each tool's view, `{ "book_flight": "book_flight.1f2e3d4c5b6a.html" }`. */
export const MANIFEST = 'manifest.json'

/** Reads the views that `sweatpants build` has written. Throws a `ViewError` if the folder has none. */
export function readViews(folder = 'views'): Views {
  const manifest = readManifest(folder)
  if (manifest === undefined) {
    throw new ViewError(`there are no views in ${resolve(folder)}; run sweatpants build first`)
  }
  const known = new Map<string, Promise<View>>()
  return {
    async read(tool) {
      if (!Object.hasOwn(manifest, tool)) return undefined
      const view = known.get(tool) ?? load(join(folder, manifest[tool]!))
      known.set(tool, view)
      return view
    },
  }
}

/**
 * Returns the file of each tool's view, or `undefined` if the folder has no views. Throws a `ViewError` for the manifest of another
 * program, such as that of a web app.
 */
export function readManifest(folder: string): Record<string, string> | undefined {
  const path = join(folder, MANIFEST)
  if (!existsSync(path)) return undefined
  const files = Object.entries(parse(readFileSync(path, 'utf8')))
  // Only these: a manifest cannot name a file outside of the folder, or one that no build has written.
  const views = files.filter((entry): entry is [string, string] => isView(entry[1]))
  if (views.length > 0 || files.length === 0) return Object.fromEntries(views)
  throw new ViewError(`${path} was not written by sweatpants build; choose another folder`)
}

/** Returns an object for any text. */
function parse(text: string): object {
  try {
    return Object(JSON.parse(text))
  } catch {
    return { text }
  }
}

const isView = (file: unknown): boolean => typeof file === 'string' && /^[^/\\]+\.[0-9a-f]{12}\.html$/.test(file)

const load = async (path: string): Promise<View> => ({
  html: await readFile(path, 'utf8'),
  hash: /\.([0-9a-f]+)\.html$/.exec(path)?.[1] ?? '',
})
