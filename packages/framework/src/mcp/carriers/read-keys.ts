import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { mintSecret } from './keys.ts'

/** Sealing keys from the environment, else the one that is kept beside the store; undefined when there is neither. */
export function readKeys(store: string | undefined): readonly string[] | undefined {
  const given = (process.env.SWEATPANTS_KEYS ?? '').split(',').map((key) => key.trim())
  const keys = given.filter((key) => key !== '')
  if (keys.length > 0) return keys
  return store === undefined ? undefined : [keepKey(`${store}.key`)]
}

/** The key in a file that only its owner reads. Of several processes that start at once, one makes it. */
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
    // Unlike writing, linking shows the file to others only when it is complete.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draft)
  }
  return readKey(file)
}

const readKey = (file: string): string => readFileSync(file, 'utf8').trim()
