import type { LogLevel } from '../../tools/effects/emit.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { Message, RequestId, RequestMessage } from './message.ts'
import type { Questions } from './questions.ts'
import type { SessionTransport } from './session.ts'

/** A run that an earlier process began. */
export interface RestoredRun {
  readonly id: string
  /** The ids of its questions that sent the person to a page, by key. */
  readonly pages: ReadonlyMap<string, string>
}

/** A request that is being answered: sends notifications and questions on its own stream. */
export class SessionCall {
  readonly id: RequestId
  readonly _meta: NonNullable<RequestMessage['params']>['_meta']
  readonly request: RequestMessage
  /** The run that goes on with it, if an earlier process began it. */
  readonly restored: RestoredRun | undefined
  readonly #questions: Questions
  readonly #transport: SessionTransport
  readonly #wants: (level: LogLevel) => boolean
  readonly #abort = new AbortController()
  #cancelled = false
  #isClosed = false
  /** Lets go of the run if it only waits for the client, or in any case, so that another process goes on with it. Set once it is stored. */
  leave: ((isForced: boolean) => void) | undefined
  /** The last progress that the client was told. */
  progress: number | undefined
  readonly #over = Promise.withResolvers<void>()

  constructor(
    request: RequestMessage,
    questions: Questions,
    transport: SessionTransport,
    wants: (level: LogLevel) => boolean,
    restored?: RestoredRun,
  ) {
    const { id, params } = request
    this.id = id
    this.request = request
    this._meta = params?._meta
    this.restored = restored
    this.#questions = questions
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

  /** Resolves when the request needs nothing more. */
  get over(): Promise<void> {
    return this.#over.promise
  }

  end(): void {
    this.#over.resolve()
  }

  cancel(reason?: unknown): void {
    this.#cancelled = true
    this.#abort.abort(reason)
  }

  /** The client is gone: the call ends as if it were cancelled, unless it is stored. */
  close(): void {
    this.#isClosed = true
    this.cancel()
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** Asks the client; resolves to its answer, which is not checked. */
  ask(request: InputRequest, options: { id?: string; signal: AbortSignal }): Promise<unknown> {
    const send = (message: Message) => this.#transport.send(message, { relatedRequestId: this.id })
    return this.#questions.ask(request, { ...options, send })
  }

  /** From now on what is sent for the request is stored. */
  keep(runId: string): Promise<void> {
    return this.#transport.keep?.(this.request, runId) ?? Promise.resolve()
  }

  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void> {
    const { progress } = notification.params
    if (typeof progress === 'number') this.progress = progress
    return this.#transport.send({ jsonrpc: '2.0', ...notification } as Message, { relatedRequestId: this.id })
  }

  async log(level: LogLevel, data: unknown): Promise<void> {
    if (this.#wants(level)) await this.notify({ method: 'notifications/message', params: { level, data } })
  }
}
