import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { Watchers } from '../chat/watchers.ts'

/** SQLite tells nobody what another process has committed; this often it is asked, while somebody watches. */
const CHECK_INTERVAL = 1_000

/** Wakes at once for what this store writes, and within a second for what others write into the same file. */
export class SqliteWatchers {
  readonly #watchers = new Watchers()
  readonly #version: StatementSync
  #checking: NodeJS.Timeout | undefined

  constructor(database: DatabaseSync) {
    this.#version = database.prepare('pragma data_version')
  }

  add(key: string, listener: () => void): () => void {
    const stop = this.#watchers.add(key, listener)
    this.#checking ??= this.#startChecking()
    return () => {
      stop()
      if (this.#watchers.size === 0) this.close()
    }
  }

  wake(key: string): void {
    this.#watchers.wake(key)
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

  /** Differs when another connection has committed since; what this one commits does not count. */
  #readVersion(): unknown {
    return this.#version.get()?.data_version
  }
}
