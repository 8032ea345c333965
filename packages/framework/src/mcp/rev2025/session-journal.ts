import { createMemoryJournal, type Journal, type JournalWrite } from '../../tools/journal.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'

/** A journal in memory, and from `keep` on in the store. Most calls ask nothing, and write nothing. */
export class SessionJournal implements Journal {
  readonly #memory = createMemoryJournal()
  readonly #stream: Journal
  /** The revision at which the stream was created. */
  #from: number | undefined
  #keeping: Promise<void> | undefined

  constructor(stream: Journal) {
    this.#stream = stream
  }

  read() {
    return this.#memory.read()
  }

  append(revision: number, write: JournalWrite): MaybePromise<void> {
    this.#memory.append(revision, write)
    if (this.#keeping === undefined) return
    return this.#keeping.then(() => this.#stream.append(revision - this.#from! + 1, write))
  }

  /** Resolves once what was recorded so far is stored. */
  keep(): Promise<void> {
    this.#keeping ??= this.#create()
    return this.#keeping
  }

  async #create(): Promise<void> {
    // A run that asks has written its header.
    const { revision, header, entries, progress } = this.#memory.read()!
    this.#from = revision
    await this.#stream.append(0, { header, entries, progress })
  }
}
