import { mintId } from '../../tools/uuid.ts'
import { ProtocolError } from '../core/errors.ts'
import type { RequestId } from '../core/request-id.ts'
import { kindOf, type Message, type RequestMessage } from './message.ts'
import type { RestoredCall } from './restore.ts'
import type { SessionTransport } from './session.ts'

interface Asked {
  /** The request of the client that asks it. */
  by: RequestId
  resolve(result: unknown): void
  reject(error: unknown): void
}

const PREFIX = 'ask-'

/**
 * Returns the JSON-RPC id of a question. It is the same in every process that goes on with the run, so that the answer finds
 * its question after a restart.
 */
export const toQuestionId = (runId: string, { id, attempt }: { id: string; attempt: number }): string =>
  `${PREFIX}${runId}-${id}~${attempt}`

/** Returns the id of a question that ends with its process. */
export const mintQuestionId = (): string => `${PREFIX}${mintId()}`

/** Reads the id of a question of this run; `undefined` if it is of another one. */
export function readQuestionId(id: RequestId, runId: string): { id: string; attempt: number } | undefined {
  const prefix = `${PREFIX}${runId}-`
  if (typeof id !== 'string' || !id.startsWith(prefix)) return undefined
  const end = id.lastIndexOf('~')
  return { id: id.slice(prefix.length, end), attempt: Number(id.slice(end + 1)) }
}

/** The requests of the server to the client of a session. */
export class Questions {
  readonly #open = new Map<RequestId, Asked>()
  /** The questions of an earlier process that are not asked again yet, with the answers that have come since. */
  readonly #restored = new Map<RequestId, { by: RequestId; answer?: Message }>()
  /** The questions of calls in other sessions that a request of this one has joined. */
  readonly #relayed = new Map<RequestId, { by: RequestId; to: SessionTransport }>()
  #isLeft = false

  /** Takes the answers to questions that an earlier process has sent, before their call asks them again. */
  expect({ request, questions, answers }: Pick<RestoredCall, 'request' | 'questions' | 'answers'>): void {
    for (const id of questions.keys()) this.#restored.set(id, { by: request.id })
    for (const answer of answers) this.take(answer)
  }

  /** Called when a call of an earlier process has ended: one that is made again, with its key, asks questions with the same ids. */
  forget({ questions }: Pick<RestoredCall, 'questions'>): void {
    for (const id of questions.keys()) this.#restored.delete(id)
  }

  /** Returns the request that asks an open question. */
  askedBy(id: RequestId): RequestId | undefined {
    return (this.#open.get(id) ?? this.#restored.get(id) ?? this.#relayed.get(id))?.by
  }

  /** Passes the answer to a question on to the session that asks it. `by`: the request that has joined its call. */
  relay(id: RequestId, by: RequestId, to: SessionTransport): void {
    this.#relayed.set(id, { by, to })
  }

  /** Returns where an answer is passed on to. */
  relayedTo(id: RequestId): SessionTransport | undefined {
    return this.#relayed.get(id)?.to
  }

  /** Called when a request that has joined a call is over. */
  stopRelaying(by: RequestId): void {
    for (const [id, relayed] of this.#relayed) if (relayed.by === by) this.#relayed.delete(id)
  }

  /** From now on questions stay open at the client: another process takes the answers. */
  leave(): void {
    this.#isLeft = true
  }

  /** Resolves to the client's result. `send` takes the question, and the notification that withdraws it when `signal` aborts. */
  async ask(question: RequestMessage, { by, signal, send, onSentBefore }: AskOptions): Promise<unknown> {
    signal.throwIfAborted()
    const { id } = question
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#open.set(id, { by, resolve, reject })
    const withdraw = () => {
      const params = { requestId: id, reason: String(signal.reason) }
      if (!this.#isLeft) send({ jsonrpc: '2.0', method: 'notifications/cancelled', params } as Message).catch(() => {})
      reject(signal.reason)
    }
    signal.addEventListener('abort', withdraw, { once: true })
    try {
      const sent = this.#restored.get(id)
      this.#restored.delete(id)
      // The client has a question that was sent, or gets it when it resumes the stream (V3).
      if (sent === undefined) await send(question)
      else if (sent.answer !== undefined) this.take(sent.answer)
      else onSentBefore()
      return await promise
    } finally {
      signal.removeEventListener('abort', withdraw)
      this.#open.delete(id)
    }
  }

  /** Takes a response of the client; returns false for one to no question of this server. One to a question that was not sent is ignored. */
  take(message: Message): boolean {
    const { id, result, error } = message as {
      id?: RequestId
      result?: unknown
      error?: { code: number; message: string }
    }
    if (kindOf(message) !== 'response' || typeof id !== 'string' || !id.startsWith(PREFIX)) return false
    const relayed = this.relayedTo(id)
    if (relayed !== undefined) return relayed.questions.take(message)
    const asked = this.#open.get(id)
    const restored = this.#restored.get(id)
    if (asked === undefined) {
      // The first answer counts.
      if (restored !== undefined) restored.answer ??= message
    } else if (error === undefined) asked.resolve(result)
    else asked.reject(new ProtocolError(error.code, error.message, (error as { data?: unknown }).data))
    return true
  }

  /** The client is gone. */
  close(): void {
    for (const { reject } of this.#open.values()) reject(new ProtocolError(-32000, 'the connection is closed'))
  }
}

interface AskOptions {
  by: RequestId
  signal: AbortSignal
  send: (message: Message) => Promise<void>
  /** Called in place of `send` if an earlier process has sent the question. */
  onSentBefore: () => void
}
