/**
 * Resolves when `begin` calls its argument. If the signal aborts first, calls the function that `begin` returned and
 * rejects with the reason of the signal.
 */
export function waitFor(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    let cancel = () => {}
    const stop = () => {
      cancel()
      reject(signal.reason)
    }
    // Before `begin`, because `begin` may call `done` immediately.
    signal.addEventListener('abort', stop, { once: true })
    cancel = begin(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}
