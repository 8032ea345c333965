import { Console } from 'node:console'

/** From now on `console` writes to stderr: stdout belongs to a protocol or a result. */
export function reserveStdout(): void {
  globalThis.console = new Console(process.stderr, process.stderr)
}
