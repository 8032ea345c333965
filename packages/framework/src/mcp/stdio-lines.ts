import { StringDecoder } from 'node:string_decoder'
import type { Traits } from '../http/backlog.ts'
import { PacedWriter, type Sink } from '../http/paced-writer.ts'
import { LONGEST_TIMER } from '../tools/clock.ts'

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

/** Bytes that wait for a slow reader: all requests of a connection share them. */
const MAX_UNREAD = 64 * 1024 * 1024

/** Characters that are collected before a write. */
const GATHERED = 64 * 1024

export interface LineWriterOptions {
  /** Called when the reader falls behind and when it has caught up. */
  onPressure?: (isBehind: boolean) => void
  /** Called when too much waits for the reader; nothing is written after it. */
  onCut?: () => void
  unread?: number
}

/** Writes lines, all of one turn of the event loop together. */
export class LineWriter {
  readonly #output: NodeJS.WritableStream
  readonly #options: LineWriterOptions
  readonly #writer: PacedWriter
  #gathered = ''
  #scheduled: NodeJS.Immediate | undefined

  constructor(output: NodeJS.WritableStream, options: LineWriterOptions = {}) {
    this.#output = output
    this.#options = options
    const sink: Sink = {
      write: (text) => output.write(text),
      drained: () => this.#drained(),
      cut: () => options.onCut?.(),
    }
    // A host that is stopped in a debugger has not left.
    this.#writer = new PacedWriter(sink, { unread: options.unread ?? MAX_UNREAD, patience: LONGEST_TIMER })
  }

  write(line: string, traits?: Traits): void {
    if (this.#writer.isBehind) return this.#writer.send(`${line}\n`, traits)
    this.#gathered += `${line}\n`
    if (this.#gathered.length >= GATHERED) this.flush()
    else this.#scheduled ??= setImmediate(() => this.flush())
  }

  flush(): void {
    clearImmediate(this.#scheduled)
    this.#scheduled = undefined
    const text = this.#gathered
    this.#gathered = ''
    if (text !== '') this.#writer.send(text)
  }

  /** Gives everything that waits to the output. */
  end(): void {
    this.flush()
    this.#writer.finish()
  }

  async #drained(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#output.once('drain', resolve).once('close', resolve)
    this.#options.onPressure?.(true)
    await promise
    this.#output.off('drain', resolve).off('close', resolve)
    this.#options.onPressure?.(false)
  }
}
