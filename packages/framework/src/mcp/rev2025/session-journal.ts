import { createMemoryJournal, type Journal, type JournalWrite } from '../../tools/journal.ts'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { isSignalUrl } from '../core/outside-event.ts'

/** A journal in memory, and from `keep` on in the store. Most calls ask nothing, and write nothing. */
export class SessionJournal implements Journal {
  readonly #memory = createMemoryJournal()
  readonly #stream: Journal
  readonly #onSignalUrl: () => Promise<void>
  /** The revision at which the stream was created. */
  #from: number | undefined
  #keeping: Promise<void> | undefined

  /** `onSignalUrl` stores the call with its run. */
  constructor(stream: Journal, onSignalUrl: () => Promise<void>) {
    this.#stream = stream
    this.#onSignalUrl = onSignalUrl
  }

  read() {
    return this.#memory.read()
  }

  append(revision: number, write: JournalWrite): MaybePromise<void> {
    this.#memory.append(revision, write)
    if (this.#keeping === undefined) return write.entries.some(isSignalUrl) ? this.#onSignalUrl() : undefined
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
    await this.#stream.append(0, { header, entries, progress, isCopy: true })
  }
}
