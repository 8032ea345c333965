import { mintId } from '../../tools/uuid.ts'
import { ProtocolError } from '../core/errors.ts'
import type { InputRequest } from '../core/input-request.ts'
import type { RequestId } from '../core/request-id.ts'
import { kindOf, type Message } from './message.ts'
import type { RestoredCall } from './restore.ts'

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
    return (this.#open.get(id) ?? this.#restored.get(id))?.by
  }

  /** From now on questions stay open at the client: another process takes the answers. */
  leave(): void {
    this.#isLeft = true
  }

  /** Resolves to the client's result. `send` takes the request, and the notification that withdraws it when `signal` aborts. */
  async ask(request: InputRequest, { by, id = `${PREFIX}${mintId()}`, signal, send }: AskOptions): Promise<unknown> {
    signal.throwIfAborted()
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
      if (sent === undefined) await send({ jsonrpc: '2.0', id, ...request } as Message)
      else if (sent.answer !== undefined) this.take(sent.answer)
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
  /** Random when absent. */
  id?: string | undefined
  signal: AbortSignal
  send: (message: Message) => Promise<void>
}
