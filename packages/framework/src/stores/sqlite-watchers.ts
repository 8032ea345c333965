import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Watchers } from '../log/watchers.ts'

/** Milliseconds between checks for commits of other processes, while a stream is watched: SQLite does not notify. */
const CHECK_INTERVAL = 1_000

/** Wakes at once for writes of this store, and within a second for those of other processes on the same file. */
export class SqliteWatchers {
  readonly #watchers = new Watchers()
  readonly #version: StatementSync
  #checking: NodeJS.Timeout | undefined

  constructor(database: DatabaseSync) {
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
      if (version !== seen) this.#watchers.wakeAll()
      seen = version
    }
    return setInterval(check, CHECK_INTERVAL).unref()
  }

  /** Changes when another connection has committed; a commit of this one does not change it. */
  #readVersion(): unknown {
    return this.#version.get()?.data_version
  }
}
