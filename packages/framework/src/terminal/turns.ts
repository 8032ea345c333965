/** Lets one in at a time, in the order in which they came. */
export function createTurns() {
  let last: Promise<unknown> = Promise.resolve()
  return async <T>(signal: AbortSignal, body: () => Promise<T>): Promise<T> => {
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

/** The promise, or a rejection as soon as the signal aborts. */
async function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', abort)
  }
}
