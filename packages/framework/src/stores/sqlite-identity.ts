import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { StoreError } from '../tools/errors.ts'

/**
 * The files of an open database, by device and inode. A process goes on writing to a file that was deleted or replaced, and
 * loses what it wrote when it ends, so a write is acknowledged only while its path names the same file.
 */
export class SqliteIdentity {
  readonly #paths: readonly string[]
  readonly #opened: readonly string[]

  /** Remembers the files at a path, once the database has opened them. */
  constructor(path: string) {
    const file = resolve(path)
    this.#paths = path === ':memory:' ? [] : [file, `${file}-wal`]
    this.#opened = this.#paths.map(identify)
  }

  /** Throws a `StoreError` when a file is not the one that was opened. */
  check(): void {
    const moved = this.#paths.find((path, i) => identify(path) !== this.#opened[i])
    if (moved === undefined) return
    const cause = new Error(`${moved} was deleted, moved or replaced while it was open`)
    throw new StoreError('the file of the store was deleted or replaced; restart the server', { cause })
  }
}

function identify(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false })
  return found === undefined ? 'none' : `${found.dev}/${found.ino}`
}
