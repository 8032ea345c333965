import { type JSONRPCMessage, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** A server that is started as a process of its own. */
export interface CommandAddress {
  command: string
  args?: readonly string[]
  /** Added to the few variables that every process gets: the path, the home directory, the user. */
  env?: Readonly<Record<string, string>>
  cwd?: string
}

/** A server that runs at an address. */
export interface UrlAddress {
  url: string | URL
  headers?: Readonly<Record<string, string>>
}

export interface Wire {
  transport: Transport
  /** How messages name the server before it has sent its name. */
  label: string
  /** Over a pipe, calls of a 2025 server take turns. */
  turns: Turns | undefined
  /** Returns the end of what the server wrote to standard error. */
  lastWords(): string
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

export function createWire(address: CommandAddress | UrlAddress): Wire {
  return 'command' in address ? createPipe(address) : createHttp(address)
}

const MAX_WORDS = 2_000

function createPipe({ command, args = [], env, cwd }: CommandAddress): Wire {
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    stderr: 'pipe',
    ...(env !== undefined && { env: { ...env } }),
    ...(cwd !== undefined && { cwd }),
  })
  let words = ''
  transport.stderr?.on('data', (chunk: Buffer) => {
    words = `${words}${chunk}`.slice(-MAX_WORDS)
  })
  return {
    transport,
    label: [command, ...args].join(' '),
    turns: new Turns(),
    lastWords: () => words.trim(),
    leave: async () => {},
  }
}

function createHttp({ url, headers }: UrlAddress): Wire {
  const transport = new HttpTransport(new URL(url), headers)
  return {
    transport,
    label: String(url),
    turns: undefined,
    lastWords: () => '',
    leave: () => transport.terminateSession(),
  }
}

type SendOptions = Parameters<StreamableHTTPClientTransport['send']>[1]

/** JSON-RPC leaves this range to implementations. */
const STREAM_ENDED = -32000

/**
 * The official transport never settles a request whose stream ends without a response and cannot be resumed, as when the
 * server has died. This one answers such a request with an error.
 */
class HttpTransport extends StreamableHTTPClientTransport {
  readonly #unanswered = new Set<unknown>()

  constructor(url: URL, headers: Readonly<Record<string, string>> = {}) {
    super(url, { requestInit: { headers: { ...headers } } })
    // The client calls this handler before its own.
    this.onmessage = (message) => {
      if ('id' in message && !('method' in message)) this.#unanswered.delete(message.id)
    }
  }

  override async send(message: JSONRPCMessage | JSONRPCMessage[], options?: SendOptions): Promise<void> {
    if (Array.isArray(message) || !('method' in message && 'id' in message)) return super.send(message, options)
    const { id } = message
    this.#unanswered.add(id)
    const onRequestStreamEnd = () => {
      options?.onRequestStreamEnd?.()
      if (!this.#unanswered.delete(id)) return
      const error = { code: STREAM_ENDED, message: 'the connection was lost before the response came' }
      this.onmessage?.({ jsonrpc: '2.0', id, error })
    }
    return super.send(message, { ...options, onRequestStreamEnd })
  }
}
