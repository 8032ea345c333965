import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { transact } from './sqlite-database.ts'

interface Write {
  /** Returns a function that resolves the promise of the writer, once the transaction is on disk. */
  perform: () => () => void
  reject: (error: unknown) => void
}

/**
 * Performs the writes of one turn of the event loop in one transaction, and so with one sync of the disk, which is most of
 * the cost of a small write and blocks the process. A write that throws is undone alone.
 */
export class SqliteWrites {
  readonly #database: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  #waiting: Write[] = []

  constructor(database: DatabaseSync) {
    this.#database = database
    this.#savepoint = database.prepare('savepoint one')
    this.#release = database.prepare('release one')
  }

  write<T>(body: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      // Not in a microtask: requests on several connections are several callbacks of one turn.
      if (this.#waiting.length === 0) setImmediate(() => this.flush())
      const perform = () => {
        const result = body()
        return () => resolve(result)
      }
      this.#waiting.push({ perform, reject })
    })
  }

  /** Performs the waiting writes at once. */
  flush(): void {
    const writes = this.#waiting
    if (writes.length === 0) return
    this.#waiting = []
    for (const settle of this.#performAll(writes)) settle()
  }

  #performAll(writes: readonly Write[]): (() => void)[] {
    try {
      return transact(this.#database, () => writes.map((write) => this.#perform(write)))
    } catch (error) {
      return writes.map(
        ({ reject }) =>
          () =>
            reject(error),
      )
    }
  }

  #perform({ perform, reject }: Write): () => void {
    this.#savepoint.run()
    try {
      const resolve = perform()
      this.#release.run()
      return resolve
    } catch (error) {
      // Some errors, such as a full disk, end the transaction and with it the other writes.
      if (!this.#database.isTransaction) throw error
      this.#database.exec('rollback to one; release one')
      return () => reject(error)
    }
  }
}
