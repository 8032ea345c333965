import { SweatpantsError } from './errors.ts'
import type { Journal } from './journal.ts'
import { andThen } from './maybe-promise.ts'

/** The run was let go, while it waited or between two steps: its journal has all of it. */
export class Drained extends SweatpantsError {
  override name = 'Drained'
}

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
      append: (revision, write) =>
        andThen(journal.append(revision, write), () => {
          // A `once` step whose start is recorded must run: the next process would take it for interrupted.
          const isStarting = write.entries.some(({ type }) => type === 'started')
          if (this.#abort.signal.aborted && !isStarting)
            throw new Drained('the server is shutting down; the run goes on elsewhere')
        }),
    }
  }
}
