import { Console } from 'node:console'

/** Makes `console` write to stderr from now on: stdout is for a protocol or a result, which other output would break. */
export function reserveStdout(): void {
  globalThis.console = new Console(process.stderr, process.stderr)
}

/** The first SIGINT or SIGTERM, as an abort signal and as a promise of its name. */
export interface StopSignal extends Disposable {
  readonly signal: AbortSignal
  readonly received: Promise<NodeJS.Signals>
}

/** Catches the first SIGINT or SIGTERM; a second one ends the process at once. */
export function untilSignal(): StopSignal {
  const controller = new AbortController()
  const { promise: received, resolve } = Promise.withResolvers<NodeJS.Signals>()
  const onSignal = (name: NodeJS.Signals) => {
    stop()
    controller.abort()
    resolve(name)
  }
  const stop = () => {
    process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  }
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
  return { signal: controller.signal, received, [Symbol.dispose]: stop }
}
