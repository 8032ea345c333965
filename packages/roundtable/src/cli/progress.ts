import { styleText } from 'node:util'
import { toPrintable } from '@sweatpants/framework/terminal'
import type { Heard, SeatDraft } from '../debate/roundtable.ts'
import { toPlainText } from '../report/plain-text.ts'

/** Shows the progress of a debate. The code that creates it disposes it. */
export interface Progress extends Disposable {
  /** Called when a round begins. */
  open(title: string): void
  hear(heard: Heard): void
  /** Shows what the panellists that are still speaking have said so far. */
  draft(drafts: readonly SeatDraft[]): void
  say(text: string): void
  /** Stops the animation until the next round, so that other code can write. */
  rest(): void
}

export type ProgressOutput = NodeJS.WritableStream & { isTTY?: boolean; columns?: number; rows?: number }

/** Writes lines. On a terminal, the drafts and an animated status line are below them. */
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
    // Markdown can have a line break as a character reference.
    if (line !== undefined) this.say(`  ${toPlainText(line).replaceAll(/\s+/g, ' ')}`)
  }

  draft(_drafts: readonly SeatDraft[]): void {}

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
/** The most lines of the end of a draft that are shown. */
const TAIL = 3

class LiveProgress extends PlainProgress {
  #timer: NodeJS.Timeout | undefined
  #since = 0
  #status = ''
  #frame = 0
  #drafts: readonly SeatDraft[] = []
  /** The number of lines that were drawn below the others. */
  #height = 0

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

  override draft(drafts: readonly SeatDraft[]): void {
    this.#drafts = drafts
  }

  override say(text: string): void {
    if (this.#timer === undefined) return super.say(text)
    this.output.write(this.#erase())
    super.say(text)
    this.#draw()
  }

  override rest(): void {
    if (this.#timer === undefined) return
    clearInterval(this.#timer)
    this.#timer = undefined
    this.#drafts = []
    this.output.write(this.#erase())
  }

  #draw(): void {
    this.#frame = (this.#frame + 1) % FRAMES.length
    const seconds = Math.floor((Date.now() - this.#since) / 1000)
    const status = this.#style('dim', `  ${FRAMES[this.#frame]} ${this.#status}, ${seconds} s`)
    const lines = [...this.#layOutDrafts(), status]
    this.output.write(this.#erase() + lines.join('\n'))
    this.#height = lines.length
  }

  /** Returns the code that erases what was drawn below the lines. */
  #erase(): string {
    const up = this.#height > 1 ? `\u001B[${this.#height - 1}A` : ''
    this.#height = 0
    return `\r${up}\u001B[J`
  }

  /** Returns the name of each speaker and the last lines of its draft, as many as the screen has room for. */
  #layOutDrafts(): string[] {
    // A terminal that does not know its size says 0.
    const columns = this.output.columns || 80
    const rows = this.output.rows || 24
    const room = Math.max(0, rows - 2)
    const tail = Math.min(TAIL, Math.floor(room / this.#drafts.length) - 1)
    const all = this.#drafts.flatMap(({ name, text }) => {
      const lines = wrap(toPrintable(toPlainText(text)), columns - 5)
      const [title = ''] = wrap(toPrintable(name), columns - 3)
      return [this.#style('bold', `  ${title}`), ...lines.slice(-Math.max(1, tail)).map((line) => `    ${line}`)]
    })
    return all.slice(0, room)
  }

  #style(format: 'bold' | 'dim', text: string): string {
    return styleText(format, text, { stream: this.output })
  }
}

/** Breaks a text into lines. Every character that may be wide counts as two: a line that is too long would be drawn as two. */
function wrap(text: string, columns: number): string[] {
  const lines = ['']
  for (const word of text.split(/\s+/)) {
    for (const piece of splitWord(word, columns)) {
      const line = lines.at(-1)!
      if (line === '') lines[lines.length - 1] = piece
      else if (widthOf(`${line} ${piece}`) <= columns) lines[lines.length - 1] = `${line} ${piece}`
      else lines.push(piece)
    }
  }
  return lines
}

/** Splits a word that is longer than a line, as the words of some languages are. */
function splitWord(word: string, columns: number): string[] {
  const pieces = ['']
  for (const character of word) {
    if (widthOf(pieces.at(-1)! + character) > columns) pieces.push('')
    pieces[pieces.length - 1] += character
  }
  return pieces
}

const widthOf = (text: string): number => [...text].reduce((width, one) => width + (one < '\u1100' ? 1 : 2), 0)
