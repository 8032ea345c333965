import type { LogLevel } from '../../tools/effects/emit.ts'
import type { InputRequest } from '../core/input-request.ts'
import { ProgressLine } from '../core/progress.ts'
import type { RequestId } from '../core/request-id.ts'
import type { Message, RequestMessage } from './message.ts'
import { mintQuestionId } from './questions.ts'
import type { RestoredCall } from './restore.ts'
import type { Session } from './session.ts'

interface AskOptions {
  /** Random when absent. */
  id?: string
  signal: AbortSignal
}

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
  /** Whether a process that takes the session over goes on with it. */
  isStored: boolean
  /** The last progress that the client was told. */
  #told: number | undefined
  #progress: ProgressLine | undefined
  /** The requests that wait for its result. */
  readonly #joined = new Set<SessionCall>()
  /** The open questions. */
  readonly #asked = new Set<{ question: RequestMessage; isSent: boolean }>()
  readonly #over = Promise.withResolvers<void>()
  /** Resolves when the request needs nothing more. */
  readonly over = this.#over.promise

  constructor(request: RequestMessage, session: Session, restored: RestoredCall | undefined) {
    this.id = request.id
    this._meta = request.params?._meta
    this.request = request
    this.restored = restored
    this.storedRun = restored?.runId
    this.isStored = restored !== undefined
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
  async ask(request: InputRequest, { id = mintQuestionId(), signal }: AskOptions): Promise<unknown> {
    const { transport } = this.session
    const question = { jsonrpc: '2.0' as const, id, ...request }
    const asked = { question, isSent: false }
    const onSent = (message: Message) => {
      if (message === question) asked.isSent = true
      for (const other of this.#joined) other.#repeat(message, this)
    }
    const send = (message: Message) =>
      transport.send(message, { relatedRequestId: this.id, onSent: () => onSent(message) })
    this.#asked.add(asked)
    try {
      return await transport.questions.ask(question, {
        by: this.id,
        signal,
        send,
        onSentBefore: () => onSent(question),
      })
    } finally {
      this.#asked.delete(asked)
    }
  }

  /**
   * Another request waits for the result of this one. Its client may have lost the stream of this one, so it gets the open questions
   * again and the later ones too, with the same ids: the first answer counts. Returns what ends that.
   */
  join(other: SessionCall): () => void {
    this.#joined.add(other)
    for (const { question, isSent } of this.#asked) if (isSent) other.#repeat(question, this)
    return () => {
      this.#joined.delete(other)
      other.session.transport.questions.stopRelaying(other.id)
    }
  }

  /** Sends what another request has sent, unless that was on the same stream: a pipe has one, and so has a batch. */
  #repeat(message: Message, { id, session }: SessionCall): void {
    const { transport, parts } = this.session
    const isOwn = transport === session.transport
    if (isOwn && transport.sharesStream(this.id, id)) return
    if (!isOwn && 'id' in message) transport.questions.relay(message.id!, this.id, session.transport)
    transport.send(message, { relatedRequestId: this.id }).catch(parts.onError)
  }

  /** From now on what is sent for the request is stored. */
  async keep(runId: string): Promise<void> {
    // A call that is cancelled meanwhile is stored all the same.
    this.storedRun = runId
    await this.session.transport.keep?.(this.request, runId, this.cancelled && !this.isClosed)
    this.isStored = true
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
