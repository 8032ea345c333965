import { createParser } from 'eventsource-parser'

export interface ServerEvent {
  id: string
  data: string
}

/** Reads server-sent events from the bytes of a stream, wherever the bytes are cut. An event has the id that was sent with it. */
export class ServerEventParser {
  readonly #decoder = new TextDecoder()
  readonly #parser = createParser({ onEvent: ({ id = '', data }) => this.#events.push({ id, data }) })
  #events: ServerEvent[] = []

  push(bytes: Uint8Array): ServerEvent[] {
    this.#events = []
    this.#parser.feed(this.#decoder.decode(bytes, { stream: true }))
    return this.#events
  }
}
