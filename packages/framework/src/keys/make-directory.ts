import { dirname, resolve } from 'node:path'
import { messageOf } from '../tools/describe.ts'
import { SweatpantsError } from '../tools/errors.ts'

/** Creates a folder and its parents where missing. Throws a `SweatpantsError` with the path if that is not possible. */
export function makeDirectory(path: string): void {
  try {
    create(resolve(path))
  } catch (cause) {
    throw new SweatpantsError(`the folder ${path} cannot be created: ${messageOf(cause)}; choose another path`, {
      cause,
    })
  }
}

/** One folder after the other: with `recursive`, Node tries for ever where the system refuses with ENOENT, as in `/proc`. */
function create(folder: string): void {
  if (isFolder(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) create(parent)
  try {
    process.getBuiltinModule('node:fs').mkdirSync(folder)
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(folder)) throw error
  }
}

const isFolder = (path: string): boolean =>
  process.getBuiltinModule('node:fs').statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
