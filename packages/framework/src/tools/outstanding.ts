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

  /** Undefined when there is nothing to wait for. */
  settled(): Promise<unknown> | undefined {
    return this.#promises === undefined || this.#promises.size === 0 ? undefined : Promise.all(this.#promises)
  }
}
