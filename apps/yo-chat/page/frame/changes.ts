/** Tells components of changes outside of React. */
export class Changes {
  readonly #listeners = new Set<() => void>()

  /** As `useSyncExternalStore` takes it. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  readonly tell = (): void => {
    for (const listener of this.#listeners) listener()
  }
}
