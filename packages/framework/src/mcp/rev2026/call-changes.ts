import type { Log } from '../../log/log.ts'
import { Changes } from '../../tools/changes.ts'
import type { CallEvent } from './kept-call.ts'

/** Tells when a stream may have changed, when one of the signals aborts, and now and then in any case. */
export class CallChanges {
  readonly #stop: () => void
  readonly #changes = new Changes()

  constructor(log: Log<CallEvent>, id: string, waits: EventTarget, signals: readonly AbortSignal[]) {
    const change = this.#changes.tell
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
    void other?.then(this.#changes.tell)
    await this.#changes.next(undefined, ms)
  }

  stop(): void {
    this.#stop()
  }
}
