import type { RequestOptions, Server, StandardSchemaV1 } from '@modelcontextprotocol/server'
import type { LogLevel } from '../../tools/effects/emit.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { Message, RequestId, RequestMessage } from './message.ts'
import type { SessionTransport } from './session.ts'

/** A request that is being answered: sends notifications and questions on its own stream. */
export class SessionCall {
  readonly id: RequestId
  readonly _meta: NonNullable<RequestMessage['params']>['_meta']
  readonly #server: Server
  readonly #transport: SessionTransport
  readonly #wants: (level: LogLevel) => boolean
  readonly #abort = new AbortController()
  #cancelled = false

  constructor(
    { id, params }: RequestMessage,
    server: Server,
    transport: SessionTransport,
    wants: (level: LogLevel) => boolean,
  ) {
    this.id = id
    this._meta = params?._meta
    this.#server = server
    this.#transport = transport
    this.#wants = wants
  }

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Whether the client has cancelled it. */
  get cancelled(): boolean {
    return this.#cancelled
  }

  cancel(reason?: unknown): void {
    this.#cancelled = true
    this.#abort.abort(reason)
  }

  send<T>(request: InputRequest, schema: StandardSchemaV1<unknown, T>, options: RequestOptions): Promise<T> {
    return this.#server.request(request, schema, { ...options, relatedRequestId: this.id })
  }

  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void> {
    return this.#transport.send({ jsonrpc: '2.0', ...notification } as Message, { relatedRequestId: this.id })
  }

  async log(level: LogLevel, data: unknown): Promise<void> {
    if (this.#wants(level)) await this.notify({ method: 'notifications/message', params: { level, data } })
  }
}
