export interface ServerEvent {
  id: string
  data: string
}

/** Takes server-sent events out of the bytes of a stream, wherever these are cut. Comments are left out. */
export class ServerEventParser {
  readonly #decoder = new TextDecoder()
  /** A line that has not ended yet. */
  #rest = ''
  #id = ''
  #data: string[] = []

  push(bytes: Uint8Array): ServerEvent[] {
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split(/\r\n|\n|\r(?!$)/)
    // Also a lone `\r` at the end: it may be half of a line's end.
    this.#rest = lines.pop()!
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
