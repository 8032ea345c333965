import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { createReportOnce } from '../log/report-once.ts'
import { Watchers } from '../log/watchers.ts'
import { toStoreError } from './sqlite-errors.ts'

/** Milliseconds between checks for commits of other processes, while a stream is watched: SQLite does not notify. */
const CHECK_INTERVAL = 1_000

/** Wakes at once for writes of this store, and within a second for those of other processes on the same file. */
export class SqliteWatchers {
  readonly #watchers = new Watchers()
  readonly #version: StatementSync
  readonly #report: (error: unknown) => void
  #checking: NodeJS.Timeout | undefined

  constructor(database: DatabaseSync, onError: (error: unknown) => void) {
    const reportOnce = createReportOnce(onError)
    this.#report = (error) => reportOnce(toStoreError(error) as Error)
    this.#version = database.prepare('pragma data_version')
  }

  add(key: string, listener: (head?: number) => void): () => void {
    const stop = this.#watchers.add(key, listener)
    this.#checking ??= this.#startChecking()
    return () => {
      stop()
      if (this.#watchers.isEmpty) this.close()
    }
  }

  wake(key: string, head?: number): void {
    this.#watchers.wake(key, head)
  }

  close(): void {
    clearInterval(this.#checking)
    this.#checking = undefined
  }

  #startChecking(): NodeJS.Timeout {
    let seen = this.#readVersion()
    const check = () => {
      const version = this.#readVersion()
      if (version === undefined) return
      if (version !== seen) this.#watchers.wakeAll()
      seen = version
    }
    return setInterval(check, CHECK_INTERVAL).unref()
  }

  /** Changes when another connection has committed; a commit of this one does not change it. Returns `undefined` when it cannot be read. */
  #readVersion(): unknown {
    try {
      return this.#version.get()?.data_version
    } catch (error) {
      this.#report(error)
      return undefined
    }
  }
}
