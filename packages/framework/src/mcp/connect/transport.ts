import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { type JSONRPCMessage, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport, type StdioServerParameters } from '@modelcontextprotocol/client/stdio'

import type { SignIn } from '../sign-in/create-sign-in.ts'
import type { CommandAddress, UrlAddress } from './address.ts'
import { boundBody, Meter } from './bounded-body.ts'
import { HostedLimitError, type WireReport } from './errors.ts'
import type { HostedLimits } from './limits.ts'
import { withTasks } from './task-transport.ts'
import { setToolsApart } from './tool-list.ts'

export interface Wire extends WireReport {
  transport: Transport
  /** Where the server is, without arguments and query, which may hold secrets. The server cannot change it. */
  place: string
  /** Over a pipe, calls of a 2025 server take turns. */
  turns: Turns | undefined
  /** Tells the server that the session ends. */
  leave(): Promise<void>
}

/** Runs one body at a time, in the order in which they came. */
export class Turns {
  #last: Promise<void> = Promise.resolve()

  async take<T>(signal: AbortSignal, body: () => Promise<T>): Promise<T> {
    const before = this.#last
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#last = before.then(() => promise)
    try {
      await before
      signal.throwIfAborted()
      return await body()
    } finally {
      resolve()
    }
  }
}

export function createWire(address: CommandAddress | UrlAddress, limits: Required<HostedLimits>): Wire {
  return 'command' in address ? createPipe(address, limits) : createHttp(address, limits)
}

const MAX_WORDS = 2_000

function createPipe({ command, args = [], env, cwd }: CommandAddress, limits: Required<HostedLimits>): Wire {
  const server = {
    command,
    args: [...args],
    stderr: 'pipe' as const,
    ...(env !== undefined && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  }
  const transport = withTasks(new PipeTransport(server, limits))
  let words = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    // Only the end is decoded: a server that writes without end would fill the memory with text until it is collected.
    words = `${words}${chunk.subarray(-4 * MAX_WORDS)}`.slice(-MAX_WORDS)
  })
  return {
    transport,
    label: [command, ...args].join(' '),
    place: command,
    turns: new Turns(),
    lastWords: () => words.trim(),
    ended: () => transport.ended,
    cut: () => transport.cut,
    leave: async () => {},
  }
}

/**
 * The official transport skips lines that are not JSON for ever, and does not count messages. This one ends a process that
 * sends too much.
 */
class PipeTransport extends StdioClientTransport {
  cut: HostedLimitError | undefined
  /** How the process ended by itself: `exit code 1`. */
  ended: string | undefined
  readonly #limits: Required<HostedLimits>
  #meter: Meter
  #child: ChildProcess | undefined
  #isClosing = false

  constructor(server: StdioServerParameters, limits: Required<HostedLimits>) {
    super({ ...server, maxBufferSize: limits.message })
    // The official transport bounds a line, and a line that is no message ends none.
    this.#limits = { ...limits, message: Number.POSITIVE_INFINITY }
    this.#meter = new Meter(this.#limits, true)
    // The client calls these handlers before its own.
    this.onmessage = (message) => {
      setToolsApart(message)
      // With a response or a question, the server has moved on.
      if ('id' in message) this.#meter = new Meter(this.#limits, true)
      else this.#guard(() => this.#meter.countMessage())
    }
    this.onerror = ({ message }) => {
      if (message.includes('exceeded maximum size')) {
        this.#end(new HostedLimitError(`a line of more than ${limits.message} bytes`, limits.message))
      }
    }
  }

  override async start(): Promise<void> {
    await super.start()
    // The official transport does not share what it reads.
    this.#child = (this as unknown as { _process?: ChildProcess })._process
    this.#child?.stdout?.on('data', (chunk: Buffer) => this.#guard(() => this.#meter.count(chunk, false)))
    this.#child?.once('exit', (code, signal) => {
      if (!this.#isClosing) this.ended = signal ?? `exit code ${code}`
    })
  }

  override async close(): Promise<void> {
    this.#isClosing = true
    await super.close()
  }

  #guard(count: () => void): void {
    if (this.cut !== undefined) return
    try {
      count()
    } catch (error) {
      if (!(error instanceof HostedLimitError)) throw error
      this.#end(error)
    }
  }

  #end(error: HostedLimitError): void {
    this.cut ??= error
    this.#child?.kill('SIGKILL')
  }
}

function createHttp({ url, headers, signIn }: UrlAddress, limits: Required<HostedLimits>): Wire {
  const transport = withTasks(new HttpTransport(new URL(url), headers, signIn, limits))
  const { host, pathname } = new URL(url)
  return {
    transport,
    label: String(url),
    place: `${host}${pathname === '/' ? '' : pathname}`,
    turns: undefined,
    lastWords: () => '',
    ended: () => undefined,
    cut: () => transport.cut,
    leave: () => transport.terminateSession(),
  }
}

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1]

/** JSON-RPC leaves this range to implementations. */
const STREAM_ENDED = -32000

/** Milliseconds before a stream is opened again, also if the server asks for less. */
const RECONNECT = { initialReconnectionDelay: 1_000, maxReconnectionDelay: 30_000, reconnectionDelayGrowFactor: 2 }

/** A request, and why its reply was cut. A stream that is opened again for it runs in its async context. */
interface Sent {
  cut?: HostedLimitError
  fail(error: HostedLimitError): void
}

/**
 * The official transport never settles a request whose stream ends without a response and cannot be resumed, as when the
 * server has died. This one answers such a request with an error, and one whose reply is larger than the limits.
 */
class HttpTransport extends StreamableHTTPClientTransport {
  /** Why the last reply was cut, until there is another reply. */
  cut: HostedLimitError | undefined
  readonly #unanswered = new Set<unknown>()
  readonly #sent: AsyncLocalStorage<Sent>

  constructor(
    url: URL,
    headers: Readonly<Record<string, string>> = {},
    signIn: SignIn | undefined,
    limits: Required<HostedLimits>,
  ) {
    const sent = new AsyncLocalStorage<Sent>()
    const onCut = (error: HostedLimitError, request: Sent | undefined) => {
      if (request !== undefined) request.cut = error
      request?.fail(error)
      this.cut = error
    }
    super(url, {
      requestInit: { headers: { ...headers } },
      reconnectionOptions: { ...RECONNECT, maxRetries: 2 },
      reconnectionScheduler: (reconnect, delay) => {
        const timer = setTimeout(reconnect, Math.max(delay, RECONNECT.initialReconnectionDelay))
        return () => clearTimeout(timer)
      },
      async fetch(input, init) {
        const request = sent.getStore()
        if (request?.cut !== undefined) throw request.cut
        const response = await (signIn === undefined ? fetch(input, init) : signIn.fetch(fetch, input, init))
        return boundBody(response, limits, init?.method === 'GET', (error) => onCut(error, request))
      },
    })
    this.#sent = sent
    // The client calls this handler before its own.
    this.onmessage = (message) => {
      if (!('id' in message) || 'method' in message) return
      this.#unanswered.delete(message.id)
      this.cut = undefined
      setToolsApart(message)
    }
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) {
      return this.#sent.run({ fail() {} }, () => super.send(message, options))
    }
    const { id } = message
    this.#unanswered.add(id)
    const fail = (problem: string) => {
      if (!this.#unanswered.delete(id)) return
      this.onmessage?.({ jsonrpc: '2.0', id, error: { code: STREAM_ENDED, message: problem } })
    }
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      fail('the connection was lost before the response came')
    }
    const request: Sent = { fail: (error) => fail(error.message) }
    return this.#sent.run(request, () => super.send(message, { ...options, onRequestStreamEnd }))
  }
}
