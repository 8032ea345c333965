import { AsyncLocalStorage } from 'node:async_hooks'
import { type JSONRPCMessage, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { InTurn } from '../../tools/turns.ts'
import type { UrlAddress } from './address.ts'
import { boundBody } from './bounded-body.ts'
import type { HostedLimitError } from './errors.ts'
import type { HostedLimits } from './limits.ts'

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1]

/** JSON-RPC leaves this range to implementations. */
const STREAM_ENDED = -32000

/** Milliseconds before a stream is opened again, also if the server asks for less. */
const RECONNECT = { initialReconnectionDelay: 1_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 2 }

/** A request, and why its reply was cut. A stream that is opened again for it runs in its async context. */
interface Sent {
  cut?: HostedLimitError
  fail(error: HostedLimitError): void
}

/**
 * The official transport never settles a request whose stream ends without a response and cannot be resumed, as when the
 * server has died. This one answers such a request with an error, and one whose reply is larger than the limits.
 */
export class HttpWire extends StreamableHTTPClientTransport {
  readonly place: string
  readonly inTurn: InTurn = (_signal, body) => body()
  readonly lastWords = ''
  readonly ended = undefined
  /** Set until there is another reply. */
  cut: HostedLimitError | undefined
  readonly #unanswered = new Set<unknown>()
  readonly #sent: AsyncLocalStorage<Sent>

  constructor({ url, headers, signIn }: UrlAddress, limits: Required<HostedLimits>) {
    const sent = new AsyncLocalStorage<Sent>()
    const onCut = (error: HostedLimitError, request: Sent | undefined) => {
      if (request !== undefined) request.cut = error
      request?.fail(error)
      this.cut = error
    }
    super(new URL(url), {
      requestInit: { headers: { ...headers } },
      reconnectionOptions: { ...RECONNECT, maxRetries: 2 },
      reconnectionScheduler: (reconnect, delay) => {
        const timer = setTimeout(reconnect, Math.max(delay, RECONNECT.initialReconnectionDelay))
        return () => clearTimeout(timer)
      },
      async fetch(input, init) {
        const request = sent.getStore()
        if (request?.cut !== undefined) throw request.cut
        const response = await (signIn === undefined ? fetch(input, init) : signIn.fetch(fetch, input, init))
        return boundBody(response, limits, init?.method === 'GET', (error) => onCut(error, request))
      },
    })
    const { host, pathname } = new URL(url)
    this.place = `${host}${pathname === '/' ? '' : pathname}`
    this.#sent = sent
    // The client calls this handler before its own.
    this.onmessage = (message) => {
      if (!('id' in message) || 'method' in message) return
      this.#unanswered.delete(message.id)
      this.cut = undefined
    }
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) {
      return this.#sent.run({ fail() {} }, () => super.send(message, options))
    }
    const { id } = message
    this.#unanswered.add(id)
    const fail = (problem: string) => {
      if (!this.#unanswered.delete(id)) return
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: STREAM_ENDED, message: problem } })
    }
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      fail('the connection was lost before the response came')
    }
    const request: Sent = { fail: (error) => fail(error.message) }
    return this.#sent.run(request, () => super.send(message, { ...options, onRequestStreamEnd }))
  }
}
