import { waitAtMost } from './maybe-promise.ts'

/** Remembers that something has changed until it is waited for, so that a change during a read is not missed. */
export class Changes {
  #hasChanged = false
  #wake = () => {}

  readonly tell = (): void => {
    this.#hasChanged = true
    this.#wake()
  }

  /**
   * Resolves to true with the first change since the last call, which may have been before this one. Resolves to false when the
   * signal aborts, or after so many milliseconds.
   */
  async next(signal?: AbortSignal, ms = Number.POSITIVE_INFINITY): Promise<boolean> {
    if (!this.#hasChanged) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await waitAtMost(ms, promise, signal)
    }
    const hasChanged = this.#hasChanged
    this.#hasChanged = false
    return hasChanged
  }
}
