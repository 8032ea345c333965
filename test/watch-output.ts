import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface Watched {
  /** Resolves to the whole output when the process has ended. */
  ended: Promise<Ended>
  /** Resolves when standard error matches; rejects if the process ends before. */
  until(pattern: RegExp): Promise<RegExpExecArray>
}

/** Keeps what a process prints. */
export function watchOutput(child: NodeJS.EventEmitter & { stdout: Readable; stderr: Readable }): Watched {
  const printed = { stdout: '', stderr: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (printed.stdout += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (printed.stderr += text))
  const ended = once(child, 'close').then(([code]): Ended => ({ code, ...printed }))
  return {
    ended,
    until(pattern) {
      const { promise, resolve, reject } = Promise.withResolvers<RegExpExecArray>()
      const look = () => {
        const found = pattern.exec(printed.stderr)
        if (found !== null) resolve(found)
      }
      child.stderr.on('data', look)
      ended.then(({ stderr }) => reject(new Error(`ended without ${pattern}: ${stderr}`)))
      look()
      return promise
    },
  }
}
