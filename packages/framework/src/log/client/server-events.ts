export interface ServerEvent {
  id: string
  data: string
}

/**
 * Parses server-sent events from chunks of bytes, which may be cut anywhere. An event has the id that was sent with it. The time
 * is linear in the number of characters.
 */
export class ServerEventParser {
  readonly #decoder = new TextDecoder()
  /** The pieces of a line that has not ended. */
  #pieces: string[] = []
  #endedInReturn = false
  #id = ''
  #data: string[] = []

  push(bytes: Uint8Array): ServerEvent[] {
    const text = this.#decoder.decode(bytes, { stream: true })
    if (text === '') return []
    const events: ServerEvent[] = []
    let start = this.#endedInReturn && text.startsWith('\n') ? 1 : 0
    this.#endedInReturn = text.endsWith('\r')
    let feed = text.indexOf('\n', start)
    let carriage = text.indexOf('\r', start)
    while (feed !== -1 || carriage !== -1) {
      const end = carriage === -1 || (feed !== -1 && feed < carriage) ? feed : carriage
      this.#endLine(text.slice(start, end), events)
      start = end === carriage && feed === end + 1 ? end + 2 : end + 1
      if (feed !== -1 && feed < start) feed = text.indexOf('\n', start)
      if (carriage !== -1 && carriage < start) carriage = text.indexOf('\r', start)
    }
    if (start < text.length) this.#pieces.push(text.slice(start))
    return events
  }

  #endLine(last: string, events: ServerEvent[]): void {
    const line = this.#pieces.length === 0 ? last : this.#pieces.join('') + last
    this.#pieces = []
    if (line === '') {
      if (this.#data.length > 0) events.push({ id: this.#id, data: this.#data.join('\n') })
      this.#data = []
      this.#id = ''
    } else if (isField(line, 'data')) this.#data.push(toFieldValue(line, 'data'))
    else if (isField(line, 'id') && !line.includes('\0')) this.#id = toFieldValue(line, 'id')
  }
}

const isField = (line: string, name: string): boolean =>
  line.startsWith(name) && (line.length === name.length || line[name.length] === ':')

/** The value after the colon and one space. */
const toFieldValue = (line: string, { length }: string): string =>
  line.slice(line[length + 1] === ' ' ? length + 2 : length + 1)
