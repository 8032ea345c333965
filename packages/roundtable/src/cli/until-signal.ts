/** A signal that aborts with the first SIGINT or SIGTERM; a second one ends the process where it is. */
export function untilSignal(): Disposable & { signal: AbortSignal; signalled: Promise<void> } {
  const interrupt = new AbortController()
  const { promise: signalled, resolve } = Promise.withResolvers<void>()
  const onSignal = () => {
    stop()
    interrupt.abort()
    resolve()
  }
  const stop = () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return { signal: interrupt.signal, signalled, [Symbol.dispose]: stop }
}
