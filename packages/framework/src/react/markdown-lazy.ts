import { useEffect, useSyncExternalStore } from 'react'

/** What is loaded when it is first wanted, once for the page. */
export interface Lazy<T> {
  get(): T | undefined
  want(): void
  subscribe(listener: () => void): () => void
}

export function createLazy<T>(load: () => Promise<T>): Lazy<T> {
  const listeners = new Set<() => void>()
  let value: T | undefined
  let loading = false
  return {
    get: () => value,
    want() {
      if (loading) return
      loading = true
      load().then(
        (loaded) => {
          value = loaded
          for (const listener of listeners) listener()
        },
        () => {
          // The package is missing or the network is down. The text is shown without it, and the next one asks again.
          loading = false
        },
      )
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** What was loaded, once it is; nothing while it is not wanted. */
export function useLazy<T>(lazy: Lazy<T>, wanted: boolean): T | undefined {
  useEffect(() => {
    if (wanted) lazy.want()
  }, [lazy, wanted])
  return useSyncExternalStore(
    lazy.subscribe,
    () => (wanted ? lazy.get() : undefined),
    () => undefined,
  )
}
