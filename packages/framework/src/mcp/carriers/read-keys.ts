import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { mintSecret } from './keys.ts'

/** Returns the sealing keys of the environment, or the one in the file beside the store; `undefined` without a store. */
export function readKeys(store: string | undefined): readonly string[] | undefined {
  const given = (process.env.SWEATPANTS_KEYS ?? '').split(',').map((key) => key.trim())
  const keys = given.filter((key) => key !== '')
  if (keys.length > 0) return keys
  return store === undefined ? undefined : [keepKey(`${store}.key`)]
}

/** Returns the key in a file that only its owner can read. Of several processes that start at once, one creates it. */
function keepKey(file: string): string {
  const draft = `${file}.${process.pid}`
  mkdirSync(dirname(file), { recursive: true })
  try {
    return readKey(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  writeFileSync(draft, `${mintSecret()}\n`, { mode: 0o600 })
  try {
    // Unlike a write, a link makes the file visible only when it is complete.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readKey(file)
}

const readKey = (file: string): string => readFileSync(file, 'utf8').trim()
