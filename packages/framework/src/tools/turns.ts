import { orAborted } from './maybe-promise.ts'

/** Returns a function that runs one body at a time, in the order in which they came. A body whose signal aborts leaves the queue. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(signal: AbortSignal | undefined, body: () => Promise<T>): Promise<T> => {
    const before = last
    const { promise, resolve } = Promise.withResolvers<void>()
    last = before.then(() => promise)
    try {
      await orAborted(before, signal)
      return await body()
    } finally {
      resolve()
    }
  }
}

export type InTurn = ReturnType<typeof createTurns>
