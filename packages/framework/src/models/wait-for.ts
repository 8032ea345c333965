/**
 * Waits until `begin`'s argument is called. A signal that aborts first ends the wait at once: what `begin` returned is
 * called, and the wait fails with the signal's reason.
 */
export function waitFor(signal: AbortSignal, begin: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    let cancel = () => {}
    const stop = () => {
      cancel()
      reject(signal.reason)
    }
    // Before `begin`, which may be done at once.
    signal.addEventListener('abort', stop, { once: true })
    cancel = begin(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    })
  })
}
