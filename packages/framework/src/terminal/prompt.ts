import { SweatpantsError } from '../tools/errors.ts'
import type { Checked } from '../tools/schema.ts'
import type { Terminal } from './terminal.ts'

/**
 * The person left a question without answering it. Thrown rather than returned, because it also has to unwind a plugin's
 * generator through its `finally`; the peer turns it back into the answer it is.
 */
export class LeftError extends SweatpantsError {
  override name = 'LeftError'
  readonly action: 'decline' | 'cancel'
  constructor(action: 'decline' | 'cancel') {
    super(`the question was left with "${action}"`)
    this.action = action
  }
}

/** Asks until the line can be read. `/decline`, `/cancel` and the end of the input leave with a `LeftError`. */
export async function prompt<T>(
  terminal: Terminal,
  text: string,
  read: (line: string) => Checked<T>,
  signal?: AbortSignal,
): Promise<T> {
  for (;;) {
    const line = (await terminal.ask(text, signal))?.trim()
    if (line === undefined || line.toLowerCase() === '/cancel') throw new LeftError('cancel')
    if (line.toLowerCase() === '/decline') throw new LeftError('decline')
    const reading = read(line)
    if (reading.type === 'valid') return reading.value
    terminal.print(reading.problem)
  }
}
