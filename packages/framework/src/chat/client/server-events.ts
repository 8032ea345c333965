export interface ServerEvent {
  id: string
  data: string
}

/** Takes server-sent events out of the bytes of a stream, wherever these are cut. Comments are left out. */
export class ServerEventParser {
  readonly #decoder = new TextDecoder()
  /** A line that has not ended yet. */
  #line = ''
  /** A `\r` at the end of what came: it may be half of a line's end. */
  #held = ''
  #id = ''
  #data: string[] = []

  push(bytes: Uint8Array): ServerEvent[] {
    const text = this.#held + this.#decoder.decode(bytes, { stream: true })
    this.#held = text.endsWith('\r') ? '\r' : ''
    const [first, ...others] = text.slice(0, text.length - this.#held.length).split(/\r\n|\n|\r/)
    // Only what is new is looked at: a line of megabytes comes in many pieces.
    const lines = [this.#line + first!, ...others]
    this.#line = lines.pop()!
    return lines.flatMap((line) => this.#take(line))
  }

  #take(line: string): ServerEvent[] {
    if (line === '') return this.#end()
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line)!
    if (field === 'id') this.#id = value
    else if (field === 'data') this.#data.push(value)
    return []
  }

  #end(): ServerEvent[] {
    const data = this.#data
    this.#data = []
    return data.length === 0 ? [] : [{ id: this.#id, data: data.join('\n') }]
  }
}
