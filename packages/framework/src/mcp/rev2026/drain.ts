import { SweatpantsError } from '../../tools/errors.ts'
import type { Journal } from '../../tools/journal.ts'
import { andThen } from '../../tools/maybe-promise.ts'

/** The server is going down; the run stopped between two steps, and its journal has all of it. */
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
          if (this.#abort.signal.aborted) throw new Drained('the server is going down; the run goes on elsewhere')
        }),
    }
  }
}
