import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDirectory } from '../keys/make-directory.ts'
import { messageOf } from '../tools/describe.ts'
import { StoreError, SweatpantsError } from '../tools/errors.ts'
import { toStoreError } from './sqlite-errors.ts'
import { MIGRATIONS } from './sqlite-schema.ts'

/** Milliseconds that a process waits for the transaction of another: while it opens the file, and afterwards, when waiting blocks it. */
const OPENING_TIMEOUT = 10_000
const BUSY_TIMEOUT = 10

/**
 * Opens the file, creates it and its directory where missing, and migrates it to the current version. Throws a `SweatpantsError` with
 * the path if that is not possible.
 */
export function openDatabase(path: string): DatabaseSync {
  try {
    return open(path)
  } catch (cause) {
    throw cause instanceof SweatpantsError ? cause : toOpenError(path, cause)
  }
}

function toOpenError(path: string, cause: unknown): SweatpantsError {
  const error = toStoreError(cause)
  const problem = error instanceof StoreError ? error.message : `${messageOf(cause)}; check the path`
  return new SweatpantsError(`cannot open the store ${path}: ${problem}`, { cause })
}

function open(path: string): DatabaseSync {
  if (path !== ':memory:') createFile(path)
  const database = new DatabaseSync(path, { timeout: OPENING_TIMEOUT })
  try {
    whenFree(() => database.exec('pragma journal_mode = wal'))
    // FULL: a commit is on disk before it is acknowledged, which WAL alone does not promise.
    database.exec('pragma synchronous = full')
    migrate(database, path)
    database.exec(`pragma busy_timeout = ${BUSY_TIMEOUT}`)
  } catch (error) {
    database.close()
    throw error
  }
  return database
}

/** Creates a file that only its owner can read; SQLite gives its mode to the files beside it. An existing file keeps its mode. */
function createFile(path: string): void {
  // The rest may have a password.
  const [scheme] = /^[a-z][a-z0-9+.-]*:\/\//i.exec(path) ?? []
  if (scheme !== undefined) {
    throw new SweatpantsError(
      `SQLite keeps a store in a file, not at a URL ${scheme}…; openStore of @sweatpants/framework/cli opens every kind of store`,
    )
  }
  makeDirectory(dirname(path))
  closeSync(openSync(path, 'a', 0o600))
}

/** Retries while the file is locked: the busy timeout does not apply to a change of the journal mode, which two processes may try at once. */
function whenFree(act: () => void): void {
  const until = Date.now() + OPENING_TIMEOUT
  for (;;) {
    try {
      return act()
    } catch (error) {
      if (!String(error).includes('locked') || Date.now() >= until) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
    }
  }
}

function migrate(database: DatabaseSync, path: string): void {
  if (versionOf(database) === MIGRATIONS.length) return
  transact(database, () => {
    // Read again: another process may have migrated while this one waited.
    const version = versionOf(database)
    if (version > MIGRATIONS.length) {
      throw new SweatpantsError(
        `${path} has version ${version}, and this release knows versions up to ${MIGRATIONS.length}; use a newer release`,
      )
    }
    for (const migration of MIGRATIONS.slice(version)) database.exec(migration)
    database.exec(`pragma user_version = ${MIGRATIONS.length}`)
  })
}

const versionOf = (database: DatabaseSync): number =>
  database.prepare('pragma user_version').get()?.user_version as number

/** Runs `body` as the only writer, in one transaction that an error undoes. */
export const transact = <T>(database: DatabaseSync, body: () => T): T => within(database, 'begin immediate', body)

/** Runs `body`, which only reads, on one state of the file, also while another process writes. */
export const snapshot = <T>(database: DatabaseSync, body: () => T): T => within(database, 'begin', body)

function within<T>(database: DatabaseSync, begin: string, body: () => T): T {
  database.exec(begin)
  try {
    const result = body()
    database.exec('commit')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('rollback')
    throw error
  }
}
