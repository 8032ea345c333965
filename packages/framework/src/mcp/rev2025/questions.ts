import { mintId } from '../../tools/seed.ts'
import { ProtocolError } from '../core/errors.ts'
import type { InputRequest } from '../core/input-request.ts'
import { kindOf, type Message, type RequestId } from './message.ts'

interface Asked {
  resolve(result: unknown): void
  reject(error: unknown): void
}

const PREFIX = 'ask-'

/** Answers that may wait for their question. */
const MAX_EARLY = 100

/**
 * Returns the JSON-RPC id of a question. It is the same in every process that goes on with the run, so that the answer finds
 * its question after a restart.
 */
export const toQuestionId = (runId: string, { id, attempt }: { id: string; attempt: number }): string =>
  `${PREFIX}${runId}-${id}~${attempt}`

/** The requests of the server to the client of a session. */
export class Questions {
  readonly #open = new Map<RequestId, Asked>()
  readonly #early = new Map<RequestId, Message>()
  #isLeft = false

  /** From now on questions stay open at the client: another process takes the answers. */
  leave(): void {
    this.#isLeft = true
  }

  /** Resolves to the client's result. `send` takes the request, and the notification that withdraws it when `signal` aborts. */
  async ask(request: InputRequest, { id = `${PREFIX}${mintId()}`, signal, send }: AskOptions): Promise<unknown> {
    signal.throwIfAborted()
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    this.#open.set(id, { resolve, reject })
    const withdraw = () => {
      const params = { requestId: id, reason: String(signal.reason) }
      if (!this.#isLeft) send({ jsonrpc: '2.0', method: 'notifications/cancelled', params } as Message).catch(() => {})
      reject(signal.reason)
    }
    signal.addEventListener('abort', withdraw, { once: true })
    try {
      const early = this.#early.get(id)
      if (early === undefined) await send({ jsonrpc: '2.0', id, ...request } as Message)
      else this.take(early)
      return await promise
    } finally {
      signal.removeEventListener('abort', withdraw)
      this.#open.delete(id)
    }
  }

  /** Takes a response of the client; returns false for one to no question of this server. Keeps one whose question is still to be asked. */
  take(message: Message): boolean {
    const { id, result, error } = message as {
      id?: RequestId
      result?: unknown
      error?: { code: number; message: string }
    }
    if (kindOf(message) !== 'response' || typeof id !== 'string' || !id.startsWith(PREFIX)) return false
    const asked = this.#open.get(id)
    if (asked === undefined) {
      if (this.#early.size < MAX_EARLY) this.#early.set(id, message)
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
  /** Random when absent. */
  id?: string | undefined
  signal: AbortSignal
  send: (message: Message) => Promise<void>
}
