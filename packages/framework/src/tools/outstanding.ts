import type { Clock } from './clock.ts'

/** Promises that the tool does not wait for, and that must have settled before the run ends. */
export class Outstanding {
  readonly #onError: (error: unknown) => void
  #promises: Set<Promise<void>> | undefined

  constructor(onError: (error: unknown) => void) {
    this.#onError = onError
  }

  add(promise: Promise<unknown>): void {
    this.#promises ??= new Set()
    const promises = this.#promises
    const settled: Promise<void> = promise
      .then(() => {}, this.#onError)
      .then(() => {
        promises.delete(settled)
      })
    promises.add(settled)
  }

  /**
   * Resolves when all have settled, or when the time is up: then the rest is forgotten, and `onOverdue` is called. Returns
   * `undefined` when there is nothing to wait for.
   */
  settled(clock: Clock, limit: number, onOverdue: () => void): Promise<void> | undefined {
    const promises = this.#promises
    if (promises === undefined || promises.size === 0) return undefined
    const { promise: overdue, resolve } = Promise.withResolvers<void>()
    const stop = clock.alarm(
      clock.now() + limit,
      () => {
        promises.clear()
        onOverdue()
        resolve()
      },
      false,
    )
    return Promise.race([Promise.all(promises).then(() => {}), overdue]).finally(stop)
  }
}
