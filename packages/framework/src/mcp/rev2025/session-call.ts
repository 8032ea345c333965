import type { LogLevel } from '../../tools/effects/emit.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { RequestId } from '../core/request-id.ts'
import type { Message, RequestMessage } from './message.ts'
import type { Questions } from './questions.ts'
import type { SessionTransport } from './session.ts'

/** A run that an earlier process began. */
export interface RestoredRun {
  readonly id: string
  /** The ids of its questions that sent the person to a page, by key. */
  readonly pages: ReadonlyMap<string, string>
  /** The client has cancelled it. */
  readonly isCancelled: boolean
  /** How far the client was told it is. */
  readonly progress: number | undefined
}

/** What a call shares with the other calls of its session. */
export interface SessionLine {
  questions: Questions
  transport: SessionTransport
  /** Whether the client receives log messages of this level. */
  wants(level: LogLevel): boolean
}

/** A request that is being answered: sends notifications and questions on its own stream. */
export class SessionCall {
  readonly id: RequestId
  readonly _meta: NonNullable<RequestMessage['params']>['_meta']
  readonly request: RequestMessage
  /** The run that goes on with it, if an earlier process began it. */
  readonly restored: RestoredRun | undefined
  readonly #line: SessionLine
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal
  /** Whether the client has cancelled it, or is gone. */
  cancelled = false
  /** Whether the client is gone. */
  isClosed = false
  /** Lets go of the run if it only waits for the client, or in any case, so that another process goes on with it. Set once it is stored. */
  leave: ((isForced: boolean) => void) | undefined
  /** The run of the call, once it is stored. */
  storedRun: string | undefined
  /** The last progress that the client was told. */
  progress: number | undefined
  readonly #over = Promise.withResolvers<void>()
  /** Resolves when the request needs nothing more. */
  readonly over = this.#over.promise

  constructor(request: RequestMessage, line: SessionLine, restored: RestoredRun | undefined) {
    this.id = request.id
    this._meta = request.params?._meta
    this.request = request
    this.restored = restored
    this.storedRun = restored?.id
    this.progress = restored?.progress
    this.#line = line
  }

  end(): void {
    this.#over.resolve()
  }

  cancel(reason?: unknown): void {
    this.cancelled = true
    this.#abort.abort(reason)
  }

  /** The client is gone: the call ends as if it were cancelled, unless it is stored. */
  close(): void {
    this.isClosed = true
    this.cancel()
  }

  /** Asks the client; resolves to its answer, which is not checked. */
  ask(request: InputRequest, options: { id?: string; signal: AbortSignal }): Promise<unknown> {
    const send = (message: Message) => this.#line.transport.send(message, { relatedRequestId: this.id })
    return this.#line.questions.ask(request, { ...options, send })
  }

  /** From now on what is sent for the request is stored. */
  async keep(runId: string): Promise<void> {
    // A call that is cancelled meanwhile is stored all the same.
    this.storedRun = runId
    await this.#line.transport.keep?.(this.request, runId)
  }

  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void> {
    const { progress } = notification.params
    if (typeof progress === 'number') this.progress = progress
    return this.#line.transport.send({ jsonrpc: '2.0', ...notification } as Message, { relatedRequestId: this.id })
  }

  async log(level: LogLevel, data: unknown): Promise<void> {
    if (this.#line.wants(level)) await this.notify({ method: 'notifications/message', params: { level, data } })
  }
}
