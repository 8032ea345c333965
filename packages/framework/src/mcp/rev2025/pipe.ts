import { ErrorCode } from '../core/errors.ts'
import { isWellFormed, kindOf, type Message, type RequestMessage } from './message.ts'
import type { SessionTransport } from './session.ts'

/** A session over a pipe: all messages go out on it. */
export class PipeTransport implements SessionTransport {
  readonly #send: (message: Message) => void
  onmessage?: SessionTransport['onmessage']
  onclose?: SessionTransport['onclose']
  #closed = false

  constructor(send: (message: Message) => void) {
    this.#send = send
  }

  /** Takes a message of the client. A malformed request is answered here: the SDK would ignore it. */
  receive(message: Message): void {
    if (kindOf(message) !== 'request' || isWellFormed(message as RequestMessage)) return this.onmessage?.(message)
    const error = { code: ErrorCode.invalidRequest, message: 'the params or _meta of this request are malformed' }
    this.#send({ jsonrpc: '2.0', id: (message as RequestMessage).id, error })
  }

  async send(message: Message): Promise<void> {
    if (!this.#closed) this.#send(message)
  }

  abandon(): void {}

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.()
  }
}
