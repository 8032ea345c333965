import type { Message } from './message.ts'
import { Questions } from './questions.ts'
import type { SendOptions, SessionTransport } from './session.ts'

/** A session over a pipe: all messages go out on it. */
export class PipeTransport implements SessionTransport {
  readonly questions = new Questions()
  readonly #send: (message: Message) => void
  onmessage?: SessionTransport['onmessage']
  onclose?: SessionTransport['onclose']
  #closed = false

  constructor(send: (message: Message) => void) {
    this.#send = send
  }

  sharesStream(): boolean {
    return true
  }

  async send(message: Message, { onSent }: SendOptions = {}): Promise<void> {
    if (this.#closed) return
    this.#send(message)
    onSent?.()
  }

  abandon(): void {}

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.()
  }
}
