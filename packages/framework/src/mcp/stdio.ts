import { type JsonError, SweatpantsError } from '../tools/errors.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { parseJson } from '../tools/parse-json.ts'
import type { Channel } from './core/channel.ts'
import { type JsonRpcError, toErrorText, toInternalError } from './core/error-reply.ts'
import { ErrorCode, ProtocolError } from './core/errors.ts'
import { traitsOf } from './core/message-traits.ts'
import { claimsRev2026 } from './core/revision.ts'
import { idOf, kindOf, type Message, type RequestId, type RequestMessage } from './rev2025/message.ts'
import type { MessagePipe } from './rev2025/pipe.ts'
import type { Rev2025 } from './rev2025/rev2025.ts'
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
  #session: SessionPipe | undefined
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
    void Promise.allSettled([...ends, this.#session?.close()]).then(() => {
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
      this.#initialized ||= (message as RequestMessage).method === 'initialize'
      this.#session ??= this.#openSession()
    }
    this.#session?.receive(message as Message)
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

  #openSession(): SessionPipe {
    const pipe = new SessionPipe((message) => {
      const { method, params } = message as { method?: string; params?: Record<string, unknown> }
      this.#writer.write(JSON.stringify(message), traitsOf(method, params))
    })
    const connect = async () => (await this.#options.rev2025()).connect(pipe)
    pipe.connecting = connect().catch((error) => {
      this.#options.onError(error)
      this.close()
    })
    return pipe
  }

  #refuse(message: unknown, error: JsonRpcError): void {
    this.#writer.write(toErrorText(idOf(message), error))
  }
}

/** The messages of a connection that belong to its session. */
class SessionPipe implements MessagePipe {
  readonly send: (message: Message) => void
  connecting: Promise<void> | undefined
  #early: Message[] = []
  #handler: ((message: Message) => void) | undefined
  #onClose: (() => MaybePromise<void>) | undefined
  #closed = false

  constructor(send: (message: Message) => void) {
    this.send = send
  }

  receive(message: Message): void {
    if (this.#handler === undefined) this.#early.push(message)
    else this.#handler(message)
  }

  onMessage(handler: (message: Message) => void): void {
    this.#handler = handler
    for (const message of this.#early.splice(0)) if (!this.#closed) handler(message)
  }

  onClose(handler: () => MaybePromise<void>): void {
    this.#onClose = handler
  }

  async close(): Promise<void> {
    this.#closed = true
    await this.connecting
    await this.#onClose?.()
  }
}
