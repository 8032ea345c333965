import { type JsonError, SweatpantsError } from '../tools/errors.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { parseJson } from '../tools/parse-json.ts'
import type { Channel } from './core/channel.ts'
import { toErrorText, toInternalError } from './core/error-reply.ts'
import { ErrorCode, type JsonRpcError, ProtocolError } from './core/errors.ts'
import { traitsOf } from './core/message-traits.ts'
import { idOf, type RequestId } from './core/request-id.ts'
import { claimsRev2026 } from './core/revision.ts'
import { isWellFormed, kindOf, type Message, type RequestMessage } from './rev2025/message.ts'
import type { PipedSession, Rev2025 } from './rev2025/rev2025.ts'
import type { Rev2026 } from './rev2026/handlers.ts'
import { LineWriter, readLines } from './stdio-lines.ts'

export interface StdioOptions {
  rev2026: Rev2026
  /** Called with the first message of a client with sessions. */
  rev2025: () => MaybePromise<Rev2025>
  input: NodeJS.ReadableStream
  output: NodeJS.WritableStream
  onError: (error: unknown) => void
}

export interface StdioServer {
  /** Resolves when the input has ended or `close` was called, and everything that ran was halted. */
  readonly closed: Promise<void>
  close(): void
}

/**
 * Serves one client over a pipe, with a JSON-RPC message per line, in both revisions. A request that names its version is
 * answered by itself; all other messages belong to a session, and so does everything after `initialize`. A request is
 * cancelled by `notifications/cancelled` or by the end of the input (R10), and then gets no response.
 */
export function serveStdio(options: StdioOptions): StdioServer {
  const connection = new Connection(options)
  return { closed: connection.closed, close: () => connection.close() }
}

class Connection {
  readonly closed: Promise<void>
  readonly #options: StdioOptions
  readonly #writer: LineWriter
  readonly #stop: () => void
  readonly #running = new Map<RequestId, { abort: AbortController; done: Promise<void> }>()
  readonly #resolveClosed: () => void
  /** Set by the first message that belongs to a session. */
  #opening: Promise<void> | undefined
  #session: PipedSession | undefined
  readonly #early: Message[] = []
  #initialized = false
  #closing = false

  constructor(options: StdioOptions) {
    const { input, output, onError } = options
    const closed = Promise.withResolvers<void>()
    this.#options = options
    this.closed = closed.promise
    this.#resolveClosed = closed.resolve
    this.#writer = new LineWriter(output, {
      onPressure: (isBehind) => void (isBehind ? input.pause() : this.#closing || input.resume()),
      onCut: () => {
        onError(
          new SweatpantsError('the client does not read its answers, and too many wait; the connection is closed'),
        )
        this.close()
      },
    })
    // A client that closes its end has left.
    output.on('error', (error) => {
      if ((error as NodeJS.ErrnoException).code !== 'EPIPE') onError(error)
      this.close()
    })
    this.#stop = readLines(input, {
      onLine: (line) => this.#receive(line),
      onTooLong: () => this.#refuse(null, { code: ErrorCode.invalidRequest, message: 'this line is too long' }),
      onEnd: () => this.close(),
    })
  }

  close(): void {
    if (this.#closing) return
    this.#closing = true
    this.#stop()
    for (const { abort } of this.#running.values()) abort.abort()
    const ends = [...this.#running.values()].map(({ done }) => done)
    const session = this.#opening?.then(() => this.#session?.close())
    void Promise.allSettled([...ends, session]).then(() => {
      this.#writer.end()
      this.#resolveClosed()
    })
  }

  #receive(line: string): void {
    let message: unknown
    try {
      message = parseJson(line, 'this line')
    } catch (error) {
      return this.#refuse(null, { code: ErrorCode.parse, message: (error as JsonError).message })
    }
    const kind = kindOf(message)
    if (kind === undefined) {
      return this.#refuse(message, { code: ErrorCode.invalidRequest, message: 'this is not a JSON-RPC 2.0 message' })
    }
    if (kind === 'request' && !this.#initialized && claimsRev2026(message))
      return this.#answer(message as RequestMessage)
    if (kind === 'notification' && this.#cancel(message as Message)) return
    if (kind === 'request') {
      if (!isWellFormed(message as RequestMessage)) {
        const malformed = 'the params or _meta of this request are malformed'
        return this.#refuse(message, { code: ErrorCode.invalidRequest, message: malformed })
      }
      this.#initialized ||= (message as RequestMessage).method === 'initialize'
      this.#opening ??= this.#openSession()
    }
    if (this.#opening !== undefined) this.#pass(message as Message)
  }

  /** Returns whether the cancelled request was one without a session. */
  #cancel(message: Message): boolean {
    const { method, params } = message as { method: string; params?: { requestId?: RequestId } }
    if (method !== 'notifications/cancelled' || params?.requestId === undefined) return false
    const running = this.#running.get(params.requestId)
    running?.abort.abort()
    return running !== undefined
  }

  #answer(request: RequestMessage): void {
    const { id } = request
    if (this.#running.has(id)) {
      const message = 'a request with this id is still running'
      return this.#refuse(request, { code: ErrorCode.invalidRequest, message })
    }
    const abort = new AbortController()
    const done = this.#run(request, this.#createChannel(abort.signal)).then((text) => {
      this.#running.delete(id)
      if (!abort.signal.aborted) this.#writer.write(text)
    })
    this.#running.set(id, { abort, done })
  }

  async #run({ id, method, params = {} }: RequestMessage, channel: Channel): Promise<string> {
    try {
      const envelope = this.#options.rev2026.readEnvelope(params)
      const result = await this.#options.rev2026.answer({ id, method, params, envelope }, channel)
      return JSON.stringify({ jsonrpc: '2.0', id, result })
    } catch (error) {
      if (error instanceof ProtocolError) return toErrorText(id, error)
      // An error after the cancellation is caused by it.
      if (!channel.signal.aborted) this.#options.onError(error)
      return toErrorText(id, toInternalError(error))
    }
  }

  #createChannel(signal: AbortSignal): Channel {
    return {
      receivedAt: Date.now(),
      signal,
      principal: undefined,
      requireScopes: () => {},
      notify: (method, params) => {
        if (signal.aborted) return
        this.#writer.write(JSON.stringify({ jsonrpc: '2.0', method, params }), traitsOf(method, params))
      },
    }
  }

  /** Passes a message on to the session; one that arrives before it is ready waits. */
  #pass(message: Message): void {
    if (this.#session === undefined) this.#early.push(message)
    else this.#session.receive(message)
  }

  async #openSession(): Promise<void> {
    const send = (message: Message) => {
      const { method, params } = message as { method?: string; params?: Record<string, unknown> }
      this.#writer.write(JSON.stringify(message), traitsOf(method, params))
    }
    try {
      const rev2025 = await this.#options.rev2025()
      this.#session = await rev2025.connect(send)
      for (const message of this.#early.splice(0)) if (!this.#closing) this.#session.receive(message)
    } catch (error) {
      this.#options.onError(error)
      this.close()
    }
  }

  #refuse(message: unknown, error: JsonRpcError): void {
    this.#writer.write(toErrorText(idOf(message), error))
  }
}
