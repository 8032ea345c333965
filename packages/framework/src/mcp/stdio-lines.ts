import { StringDecoder } from 'node:string_decoder'

/** The most characters of one line, far more than any sensible message has. */
const MAX_LINE = 64 * 1024 * 1024

export interface LineHandlers {
  onLine(line: string): void
  /** Called for a line that is too long; it is skipped. */
  onTooLong(): void
  /** Called once, at the end of the input. */
  onEnd(): void
}

/** Reads text line by line. Returns a function that stops it. */
export function readLines(input: NodeJS.ReadableStream, handlers: LineHandlers, maxLine = MAX_LINE): () => void {
  const decoder = new StringDecoder('utf8')
  let pending: string[] = []
  let length = 0
  let skipping = false

  const onData = (chunk: Buffer | string) => {
    const text = typeof chunk === 'string' ? chunk : decoder.write(chunk)
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      keep(text.slice(start, end))
      start = end + 1
      const line = pending.length === 1 ? pending[0]! : pending.join('')
      const skipped = skipping
      pending = []
      length = 0
      skipping = false
      if (!skipped && line.trim() !== '') handlers.onLine(line)
    }
    if (start < text.length) keep(text.slice(start))
  }
  const keep = (part: string) => {
    if (skipping) return
    length += part.length
    if (length <= maxLine) return void pending.push(part)
    pending = []
    skipping = true
    handlers.onTooLong()
  }
  const onEnd = () => {
    stop()
    handlers.onEnd()
  }
  const stop = () => {
    input.off('data', onData).off('end', onEnd).off('close', onEnd).off('error', onEnd)
    input.pause()
  }
  input.on('data', onData).on('end', onEnd).on('close', onEnd).on('error', onEnd)
  return stop
}

/** Lines that wait for a slow reader; above it, lines that may be lost are dropped. */
const MOST_WAITING = 256

/** Characters that are collected before a write. */
const GATHERED = 64 * 1024

/** Writes lines, all of one turn of the event loop together. */
export class LineWriter {
  readonly #output: NodeJS.WritableStream
  #gathered = ''
  #scheduled: NodeJS.Immediate | undefined
  /** Lines that were written since the reader fell behind; undefined while it keeps up. */
  #behind: number | undefined
  /** Called when the reader falls behind and when it has caught up. */
  onPressure: ((behind: boolean) => void) | undefined

  constructor(output: NodeJS.WritableStream) {
    this.#output = output
  }

  write(line: string, mayBeLost = false): void {
    if (this.#behind !== undefined && ++this.#behind > MOST_WAITING && mayBeLost) return
    this.#gathered += `${line}\n`
    if (this.#gathered.length >= GATHERED) this.flush()
    else this.#scheduled ??= setImmediate(() => this.flush())
  }

  flush(): void {
    clearImmediate(this.#scheduled)
    this.#scheduled = undefined
    if (this.#gathered === '') return
    const text = this.#gathered
    this.#gathered = ''
    if (this.#output.write(text) || this.#behind !== undefined) return
    this.#behind = 0
    this.#output.once('drain', () => {
      this.#behind = undefined
      this.onPressure?.(false)
    })
    this.onPressure?.(true)
  }
}
