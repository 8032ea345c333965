import { SweatpantsError } from './errors.ts'
import type { Journal, JournalWrite } from './journal.ts'
import { andThen } from './maybe-promise.ts'

/** The run was let go, while it waited or between two steps: its journal has all of it. */
export class Drained extends SweatpantsError {
  override name = 'Drained'
}

/** Returns whether a write says that a `once` step starts. Once that is stored the step must run: the next process would take it for interrupted. */
export const hasStart = ({ entries }: Pick<JournalWrite, 'entries'>): boolean =>
  entries.some(({ type }) => type === 'started')

/** Returns the write of a process that is leaving: the next one starts the `once` steps. Those of a copy have started already. */
export const withoutStarts = (write: JournalWrite): JournalWrite =>
  hasStart(write) && !write.isCopy
    ? { ...write, entries: write.entries.filter(({ type }) => type !== 'started') }
    : write

/** Stops runs between steps once it is asked to: each ends at its next write, which is kept. */
export class Drain {
  readonly #abort = new AbortController()

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  begin(): void {
    this.#abort.abort()
  }

  over(journal: Journal): Journal {
    return {
      read: () => journal.read(),
      append: (revision, write) => {
        const kept = this.#abort.signal.aborted ? withoutStarts(write) : write
        return andThen(journal.append(revision, kept), () => {
          if (this.#abort.signal.aborted && !hasStart(kept))
            throw new Drained('the server is shutting down; the run goes on elsewhere')
        })
      },
    }
  }
}
