import { styleText } from 'node:util'
import { toPrintable } from '@sweatpants/framework/terminal'
import type { Heard } from '../debate/roundtable.ts'

/** Shows the progress of a debate. The code that creates it disposes it. */
export interface Progress extends Disposable {
  /** Called when a round begins. */
  open(title: string): void
  hear(heard: Heard): void
  say(text: string): void
  /** Stops the animation until the next round, so that other code can write. */
  rest(): void
}

export type ProgressOutput = NodeJS.WritableStream & { isTTY?: boolean }

/** Writes lines, and on a terminal an animated status line below them. */
export const createProgress = (output: ProgressOutput): Progress =>
  output.isTTY === true && process.env.TERM !== 'dumb' ? new LiveProgress(output) : new PlainProgress(output)

class PlainProgress implements Progress {
  protected readonly output: ProgressOutput

  constructor(output: ProgressOutput) {
    this.output = output
  }

  open(title: string): void {
    this.say(title)
  }

  hear({ line }: Heard): void {
    if (line !== undefined) this.say(`  ${line}`)
  }

  say(text: string): void {
    this.output.write(`${toPrintable(text)}\n`)
  }

  rest(): void {}

  [Symbol.dispose](): void {
    this.rest()
  }
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME = 100
const ERASE_LINE = '\r\u001B[K'

class LiveProgress extends PlainProgress {
  #timer: NodeJS.Timeout | undefined
  #since = 0
  #status = ''
  #frame = 0

  override open(title: string): void {
    this.rest()
    this.output.write(`\n${this.#style('bold', toPrintable(title))}\n`)
    this.#since = Date.now()
    this.#status = 'waiting for the first answer'
    this.#timer = setInterval(() => this.#draw(), FRAME)
  }

  override hear(heard: Heard): void {
    this.#status = `${heard.done} of ${heard.expected} heard`
    super.hear(heard)
  }

  override say(text: string): void {
    if (this.#timer === undefined) return super.say(text)
    this.output.write(ERASE_LINE)
    super.say(text)
    this.#draw()
  }

  override rest(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.output.write(ERASE_LINE)
  }

  #draw(): void {
    this.#frame = (this.#frame + 1) % FRAMES.length
    const seconds = Math.floor((Date.now() - this.#since) / 1000)
    this.output.write(ERASE_LINE + this.#style('dim', `  ${FRAMES[this.#frame]} ${this.#status}, ${seconds} s`))
  }

  #style(format: 'bold' | 'dim', text: string): string {
    return styleText(format, text, { stream: this.output })
  }
}
