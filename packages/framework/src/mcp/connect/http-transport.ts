import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1]

/**
 * The official transport leaves a request open for ever when its stream ends without an answer and cannot be resumed: the
 * server has died. Here such a request is answered with an error.
 */
export class HttpTransport extends StreamableHTTPClientTransport {
  readonly #unanswered = new Set<unknown>()

  constructor(url: URL, headers: Readonly<Record<string, string>> = {}) {
    super(url, { requestInit: { headers: { ...headers } } })
    // The client calls this one before its own.
    this.onmessage = (message) => {
      if ('id' in message && !('method' in message)) this.#unanswered.delete(message.id)
    }
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) return super.send(message, options)
    const { id } = message
    this.#unanswered.add(id)
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      if (!this.#unanswered.delete(id)) return
      const error = { code: STREAM_ENDED, message: 'the connection was lost before the answer came' }
      this.onmessage?.({ jsonrpc: '2.0', id, error })
    }
    return super.send(message, { ...options, onRequestStreamEnd })
  }
}

/** JSON-RPC leaves this range to implementations. */
const STREAM_ENDED = -32000
