import type { Log } from '../../log/log.ts'
import { waitAtMost } from '../../tools/maybe-promise.ts'
import type { CallEvent } from './kept-call.ts'

/** Tells when a stream may have changed, when one of the signals aborts, and now and then in any case. */
export class CallChanges {
  readonly #stop: () => void
  #change = Promise.withResolvers<void>()

  constructor(log: Log<CallEvent>, id: string, waits: EventTarget, signals: readonly AbortSignal[]) {
    const change = () => this.#change.resolve()
    const unwatch = log.watch(id, change)
    // That write has no records, so it wakes no watcher of the log.
    waits.addEventListener(id, change)
    for (const signal of signals) signal.addEventListener('abort', change)
    this.#stop = () => {
      unwatch()
      waits.removeEventListener(id, change)
      for (const signal of signals) signal.removeEventListener('abort', change)
    }
  }

  /** Resolves with the next change, when `other` does, or after so many milliseconds. */
  async next(other: Promise<void> | undefined, ms: number): Promise<void> {
    const { promise } = this.#change
    await waitAtMost(ms, other === undefined ? promise : Promise.race([promise, other]))
    this.#change = Promise.withResolvers()
  }

  stop(): void {
    this.#stop()
  }
}
