import type { LogLevel } from '../../tools/effects/emit.ts'
import type { InputRequest } from '../core/input-request.ts'
import { ProgressLine } from '../core/progress.ts'
import type { RequestId } from '../core/request-id.ts'
import type { Message, RequestMessage } from './message.ts'
import type { RestoredCall } from './restore.ts'
import type { Session } from './session.ts'

/** A request that is being answered: sends notifications and questions on its own stream. */
export class SessionCall {
  readonly id: RequestId
  readonly _meta: NonNullable<RequestMessage['params']>['_meta']
  readonly request: RequestMessage
  readonly session: Session
  /** Set if an earlier process began it. */
  readonly restored: RestoredCall | undefined
  readonly #abort = new AbortController()
  readonly signal = this.#abort.signal
  /** Whether the client has cancelled it, or is gone. */
  cancelled = false
  /** Whether the client is gone. */
  isClosed = false
  /**
   * Lets go of the run if it only waits for the client, or in any case, so that another process goes on with it. Set once the call
   * is being stored.
   */
  leave: ((isForced: boolean) => void) | undefined
  /** The run of the call, once it is stored. */
  storedRun: string | undefined
  /** The last progress that the client was told. */
  #told: number | undefined
  #progress: ProgressLine | undefined
  readonly #over = Promise.withResolvers<void>()
  /** Resolves when the request needs nothing more. */
  readonly over = this.#over.promise

  constructor(request: RequestMessage, session: Session, restored: RestoredCall | undefined) {
    this.id = request.id
    this._meta = request.params?._meta
    this.request = request
    this.restored = restored
    this.storedRun = restored?.runId
    this.#told = restored?.progress
    this.session = session
  }

  end(): void {
    this.#progress?.stop()
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
    const send = (message: Message) => this.session.transport.send(message, { relatedRequestId: this.id })
    return this.session.transport.questions.ask(request, { ...options, by: this.id, send })
  }

  /** From now on what is sent for the request is stored. */
  async keep(runId: string): Promise<void> {
    // A call that is cancelled meanwhile is stored all the same.
    this.storedRun = runId
    await this.session.transport.keep?.(this.request, runId, this.cancelled && !this.isClosed)
  }

  notify(notification: { method: string; params: Record<string, unknown> }): Promise<void> {
    const { progress } = notification.params
    if (typeof progress === 'number') this.#told = progress
    return this.session.transport.send({ jsonrpc: '2.0', ...notification } as Message, { relatedRequestId: this.id })
  }

  /** Sends a notification, and goes on without waiting. */
  tell(notification: { method: string; params: Record<string, unknown> }): void {
    if (!this.signal.aborted) this.notify(notification).catch(this.session.parts.onError)
  }

  /** Begins to tell the client how far the call is, with heartbeats until it ends. A second line replaces the first. */
  tellProgress(): ProgressLine {
    const send = (params: Record<string, unknown>) => this.tell({ method: 'notifications/progress', params })
    this.#progress?.stop()
    this.#progress = new ProgressLine(this._meta?.progressToken, send, this.session.parts.heartbeat, this.#told)
    return this.#progress
  }

  async log(level: LogLevel, data: unknown): Promise<void> {
    if (this.session.wants(level)) await this.notify({ method: 'notifications/message', params: { level, data } })
  }
}
