import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { transact } from './sqlite-database.ts'
import type { SqliteIdentity } from './sqlite-identity.ts'

/** Milliseconds between attempts to write while another process writes, and after which a write fails. */
const PAUSE = 40
const PATIENCE = 10_000

const SQLITE_BUSY = 5

interface Write {
  /** Returns a function that resolves the promise of the writer, once the transaction is on disk. */
  perform: () => () => void
  reject: (error: unknown) => void
}

export interface SqliteWritesOptions {
  /** Milliseconds after which writes fail while another process holds the file. */
  patience?: number
  /** Checked before writes are acknowledged. */
  identity?: Pick<SqliteIdentity, 'check'>
}

/**
 * Performs the writes of one turn of the event loop in one transaction, and so with one sync of the disk, which is most of
 * the cost of a small write and blocks the process. A write that throws is undone alone. While another process holds the
 * file, the writes wait without blocking this one: that process may be suspended.
 */
export class SqliteWrites {
  readonly #database: DatabaseSync
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #patience: number
  readonly #identity: Pick<SqliteIdentity, 'check'> | undefined
  #waiting: Write[] = []
  #busySince: number | undefined

  constructor(database: DatabaseSync, { patience = PATIENCE, identity }: SqliteWritesOptions = {}) {
    this.#database = database
    this.#patience = patience
    this.#identity = identity
    this.#savepoint = database.prepare('savepoint one')
    this.#release = database.prepare('release one')
  }

  write<T>(body: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      // Not in a microtask: requests on several connections are several callbacks of one turn.
      if (this.#waiting.length === 0) setImmediate(() => this.#flush())
      const perform = () => {
        const result = body()
        return () => resolve(result)
      }
      this.#waiting.push({ perform, reject })
    })
  }

  /** Performs the waiting writes at once; the last time, so that those which cannot be performed fail. */
  close(): void {
    this.#busySince = Number.NEGATIVE_INFINITY
    this.#flush()
  }

  #flush(): void {
    const writes = this.#waiting
    if (writes.length === 0) return
    try {
      const settle = transact(this.#database, () => writes.map((write) => this.#perform(write)))
      // After the commit: a file that was replaced before it has not got these writes.
      this.#identity?.check()
      this.#finish(settle)
    } catch (error) {
      this.#busySince ??= performance.now()
      // Also while another process repairs the log of a killed one, which the higher bytes of the code say.
      const isBusy = (((error as { errcode?: number }).errcode ?? 0) & 0xff) === SQLITE_BUSY
      if (isBusy && performance.now() - this.#busySince < this.#patience) setTimeout(() => this.#flush(), PAUSE)
      else
        this.#finish(
          writes.map(
            ({ reject }) =>
              () =>
                reject(error),
          ),
        )
    }
  }

  #finish(settle: readonly (() => void)[]): void {
    this.#waiting = []
    this.#busySince = undefined
    for (const act of settle) act()
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
