import type { DatabaseSync } from 'node:sqlite'
import { transact } from './sqlite-database.ts'

interface Write {
  /** Comes to how the writer is told, once what it wrote is on disk. */
  perform: () => () => void
  reject: (error: unknown) => void
}

/**
 * Writes that come in one turn of the event loop share a transaction, and so one sync of the disk: it is most of what a
 * small write costs, and it stops the whole process. A write that throws is undone alone.
 */
export class SqliteWrites {
  readonly #database: DatabaseSync
  #waiting: Write[] = []

  constructor(database: DatabaseSync) {
    this.#database = database
  }

  write<T>(body: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      // Not a microtask: requests on several connections are several callbacks of one turn.
      if (this.#waiting.length === 0) setImmediate(() => this.flush())
      const perform = () => {
        const result = body()
        return () => resolve(result)
      }
      this.#waiting.push({ perform, reject })
    })
  }

  /** Performs what waits, at once. */
  flush(): void {
    const writes = this.#waiting
    if (writes.length === 0) return
    this.#waiting = []
    for (const tell of this.#performAll(writes)) tell()
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
    this.#database.exec('savepoint one')
    try {
      const tell = perform()
      this.#database.exec('release one')
      return tell
    } catch (error) {
      // A full disk, for one, has ended the transaction, and with it the other writes.
      if (!this.#database.isTransaction) throw error
      this.#database.exec('rollback to one; release one')
      return () => reject(error)
    }
  }
}
