import { dirname } from 'node:path'
import { messageOf } from '../tools/describe.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { MIN_SECRET, mintSecret } from './keyring.ts'
import { makeDirectory } from './make-directory.ts'

/** Returns the sealing keys in `SWEATPANTS_KEYS`, else the one in the file beside the store; `undefined` without either. */
export function readKeys(store?: string): readonly string[] | undefined {
  return listKeys('SWEATPANTS_KEYS') ?? (store === undefined ? undefined : [keepKey(`${store}.key`)])
}

/** Returns the keys that encrypt what a store keeps; `undefined` for a store in clear. */
export const readStoreKeys = (): readonly string[] | undefined => listKeys('STORE_KEYS')

/** Returns the keys of a variable, which are separated by commas. */
function listKeys(variable: 'SWEATPANTS_KEYS' | 'STORE_KEYS'): readonly string[] | undefined {
  const given = (process.env[variable] ?? '').split(',').map((key) => key.trim())
  const keys = given.filter((key) => key !== '')
  const short = keys.findIndex((key) => key.length < MIN_SECRET)
  if (short !== -1) {
    throw new SweatpantsError(
      `key ${short + 1} of ${variable} has ${keys[short]!.length} characters; expected at least ${MIN_SECRET}, such as the output of openssl rand -base64 32`,
    )
  }
  return keys.length === 0 ? undefined : keys
}

/** Returns the key in a file that only its owner can read. Of several processes that start at once, one creates it. */
function keepKey(file: string): string {
  try {
    makeDirectory(dirname(file))
    if (!fs().existsSync(file)) createKey(file)
    return readKey(file)
  } catch (cause) {
    const message = `the sealing key ${file} cannot be used: ${messageOf(cause)}; or set SWEATPANTS_KEYS instead`
    throw new SweatpantsError(message, { cause })
  }
}

function createKey(file: string): void {
  const { linkSync, rmSync, writeFileSync } = fs()
  // Not by the id of the process: containers that share a volume have the same ones.
  const draft = `${file}.${crypto.randomUUID()}`
  try {
    writeFileSync(draft, `${mintSecret()}\n`, { mode: 0o600 })
    // Unlike a write, a link makes the file visible only when it is complete.
    linkSync(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    // The write may have failed, on a full disk with an empty file.
    rmSync(draft, { force: true })
  }
}

function readKey(file: string): string {
  const key = fs().readFileSync(file, 'utf8').trim()
  if (key.length >= MIN_SECRET) return key
  throw new SweatpantsError(
    `it has ${key.length} characters, expected at least ${MIN_SECRET}; restore it from a backup`,
  )
}

/** An import of `node:fs` would load all of its promises and streams at the start of every server. */
const fs = () => process.getBuiltinModule('node:fs')
