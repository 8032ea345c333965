import { createInterface } from 'node:readline/promises'
import { toPrintable } from './printable.ts'

/** Lines in, lines out: a person at a keyboard, or a pipe. The code that opens it closes it. */
export interface Terminal extends Disposable {
  /** Writes a line; an open prompt moves below it. */
  print(text: string): void
  /** Reads a line, for one caller at a time. Resolves to `undefined` when the input has ended. */
  ask(prompt: string, signal?: AbortSignal): Promise<string | undefined>
}

export interface TerminalStreams {
  input?: NodeJS.ReadableStream & { isTTY?: boolean }
  output?: NodeJS.WritableStream & { isTTY?: boolean }
}

/** Opens a terminal, on the process's own input and output unless told otherwise.
 *
 * ```ts
 * using terminal = openTerminal()
 * const name = await terminal.ask('Name: ')
 * ```
 */
export function openTerminal({ input = process.stdin, output = process.stdout }: TerminalStreams = {}): Terminal {
  const isScreen = input.isTTY === true && output.isTTY === true
  const lines = createInterface({ input, output, terminal: isScreen, historySize: 0 })
  // Lines that were not read yet: a pipe delivers all of its lines at once.
  const unread: string[] = []
  let waiting: ((line: string | undefined) => void) | undefined
  let ended = false

  const give = (line: string | undefined) => {
    waiting?.(line)
    // At once: a pipe sends the next line before the one who waits has seen this one.
    waiting = undefined
  }
  lines.on('line', (line) => {
    if (waiting === undefined) unread.push(line)
    else give(line)
  })
  lines.on('close', () => {
    ended = true
    give(undefined)
  })
  // A terminal in raw mode turns Ctrl-C into a key; here it is the signal that it is everywhere else.
  lines.on('SIGINT', () => {
    if (!process.emit('SIGINT', 'SIGINT')) process.kill(process.pid, 'SIGINT')
  })

  const eraseLine = isScreen && process.env.TERM !== 'dumb' ? '\r\u001B[J' : '\n'

  return {
    print(text) {
      const line = `${toPrintable(text)}\n`
      if (waiting === undefined) output.write(line)
      else {
        output.write(eraseLine + line)
        lines.prompt(true)
      }
    },

    ask(prompt, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason)
      const { promise, resolve, reject } = Promise.withResolvers<string | undefined>()
      const withdraw = () => {
        waiting = undefined
        // Nothing that was typed at a withdrawn prompt may answer the next one.
        if (isScreen) for (const name of ['e', 'u']) lines.write(null, { ctrl: true, name })
        output.write('\n')
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', withdraw)
      waiting = (line) => {
        signal?.removeEventListener('abort', withdraw)
        // A terminal shows what was typed and ends the line; a pipe does neither.
        if (line === undefined) output.write('\n')
        else if (input.isTTY !== true) output.write(`${toPrintable(line)}\n`)
        resolve(line)
      }
      if (ended) output.write(toPrintable(prompt))
      else {
        lines.setPrompt(toPrintable(prompt))
        lines.prompt()
      }
      if (unread.length > 0 || ended) give(unread.shift())
      return promise
    },

    [Symbol.dispose]: () => lines.close(),
  }
}
