import { existsSync } from 'node:fs'
import { readKeys, readStoreKeys } from '../keys/read-keys.ts'
import type { Store } from '../log/log.ts'
import { readVariable } from '../models/provider.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { toUsageError, UsageError } from './args.ts'

/** A kind of store that `STORE` and `--store` can name. */
interface StoreKind {
  /** How a location is written, for help and errors. */
  readonly form: string
  matches(location: string): boolean
  /** Whether the location is a file, so that a sealing key can be kept beside it. */
  readonly isFile: boolean
  /** Loads the store's code and opens it. */
  open(location: string): Promise<Store>
}

/** The store table. */
const STORES: readonly StoreKind[] = [
  {
    form: 'a file',
    matches: (location) => location !== '' && !location.includes('://'),
    isFile: true,
    open: async (location) => (await import('../stores/sqlite.ts')).createSqliteStore(location),
  },
  {
    form: 'postgres://…',
    matches: (location) => /^postgres(ql)?:\/\//.test(location),
    isFile: false,
    open: async (location) => (await import('../stores/postgres.ts')).createPostgresStore(location),
  },
  {
    form: 'nats://…',
    matches: (location) => location.startsWith('nats://'),
    isFile: false,
    open: async (location) => (await import('../stores/nats.ts')).createNatsStore(location),
  },
]

/** Returns the location in `--store`, or else in `STORE`. */
export const readStore = (flag: string | undefined): string | undefined => flag ?? readVariable(process.env, 'STORE')

/** What a store's location can be: `a file, postgres://… or nats://…`. */
export const STORE_FORMS: string = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
  STORES.map(({ form }) => form),
)

/**
 * Opens the store at a location, encrypted if `STORE_KEYS` is set. The caller closes it, for example with
 * `await using`. Throws a `UsageError` if there is no such store, or if its keys are missing or wrong.
 */
export async function openStore(location: string): Promise<Store & AsyncDisposable> {
  const kind = findKind(location)
  if (kind === undefined) {
    const shown = describeStore(location) || '""'
    throw new UsageError(`${shown} is not a store; set --store or STORE to ${STORE_FORMS}`)
  }
  try {
    const store = await kind.open(location)
    try {
      const opened = await withKeys(store, location)
      return Object.assign(opened, { [Symbol.asyncDispose]: async () => opened.close() })
    } catch (error) {
      await store.close()
      throw error
    }
  } catch (cause) {
    throw toUsageError(cause)
  }
}

/** Opens the store of a server for a command that reads or mends it. Says so if the store is new: the path may be wrong. */
export async function openStoreOfServer(location: string): Promise<Store & AsyncDisposable> {
  const isNew = location !== ':memory:' && findKind(location)?.isFile && !existsSync(location)
  const store = await openStore(location)
  if (isNew)
    console.error(`There was no store ${location}, so this one is new and empty. Check the path if you expected runs.`)
  return store
}

async function withKeys(store: Store, location: string): Promise<Store> {
  const { createEncryptedStore, isEncrypted } = await import('../stores/encrypted.ts')
  const keys = readStoreKeys()
  if (keys !== undefined) return createEncryptedStore(store, keys)
  if (!(await isEncrypted(store))) return store
  throw new SweatpantsError(`the store ${describeStore(location)} is encrypted; set STORE_KEYS to its keys`)
}

/** The path beside which `sweatpants serve` keeps its sealing key if the store is a database. */
export const KEY_PATH = '.sweatpants/serve'

/** The path beside which the sealing key is kept: the store's own, or `fallback` if the store is not a file. A store in memory has none. */
export function keyPath(location: string, fallback: string): string | undefined {
  if (location === ':memory:') return undefined
  return findKind(location)?.isFile ? location : fallback
}

/** Returns the sealing keys, like `readKeys`. Throws a `UsageError` if they cannot be used. */
export function readSealingKeys(path?: string): readonly string[] | undefined {
  try {
    return readKeys(path)
  } catch (cause) {
    throw toUsageError(cause)
  }
}

/** A location as it is shown to people: without user name, password and parameters. */
export function describeStore(location: string): string {
  if (findKind(location)?.isFile) return location
  // A location with several hosts is no URL to `URL`.
  return location.replace(/^([a-z]+:\/\/)(?:[^/?#]*@)?([^?#]*).*$/i, '$1$2')
}

const findKind = (location: string): StoreKind | undefined => STORES.find((kind) => kind.matches(location))
