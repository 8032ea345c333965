import type { Transport } from '@modelcontextprotocol/server'
import type { MaybePromise } from '../../tools/maybe-promise.ts'
import { ErrorCode } from '../core/errors.ts'
import { isWellFormed, kindOf, type Message, type RequestMessage } from './message.ts'
import type { SessionTransport } from './session.ts'

/** A two-way connection to one client. Messages that arrive before there is a handler are kept for it. */
export interface MessagePipe {
  send(message: Message): void
  onMessage(handler: (message: Message) => void): void
  /** The promise of the handler is awaited. */
  onClose(handler: () => MaybePromise<void>): void
}

/** A session over a pipe: all messages go out on it. */
export class PipeTransport implements SessionTransport {
  readonly #pipe: MessagePipe
  onmessage?: Transport['onmessage']
  onclose?: Transport['onclose']
  onerror?: Transport['onerror']
  #closed = false

  constructor(pipe: MessagePipe) {
    this.#pipe = pipe
  }

  async start(): Promise<void> {
    this.#pipe.onMessage((message) => {
      const malformed = kindOf(message) === 'request' && !isWellFormed(message as RequestMessage)
      if (malformed) this.#refuse(message as RequestMessage)
      else this.onmessage?.(message)
    })
  }

  async send(message: Message): Promise<void> {
    if (!this.#closed) this.#pipe.send(message)
  }

  abandon(): void {}

  async close(): Promise<void> {
    if (this.#closed) return
    this.#closed = true
    this.onclose?.()
  }

  /** Answers a malformed request, which the SDK would ignore. */
  #refuse({ id }: RequestMessage): void {
    const message = 'the params or _meta of this request are malformed'
    this.#pipe.send({ jsonrpc: '2.0', id, error: { code: ErrorCode.invalidRequest, message } })
  }
}
