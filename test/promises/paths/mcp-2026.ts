import {
  Client,
  type ClientCapabilities,
  ProtocolError,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import type { ElicitAnswer } from '@sweatpants/framework'
import {
  type Call,
  type CallOptions,
  type ListedTool,
  type Outcome,
  type Path,
  type Question,
  RefusedError,
  readMessage,
  type Stage,
  type StageOptions,
  toKeyMeta,
} from '../path.ts'
import { type Servers, startServers } from '../servers.ts'

type Carrier = 'mcp-2026-sealed' | 'mcp-2026-stored'

/** The result of a round. */
export interface RoundResult {
  resultType?: string
  requestState?: string
  inputRequests?: Record<string, { params: { message: string; _meta?: Record<string, ElicitMeta> } }>
  content?: { text?: string }[]
  isError?: boolean
  _meta?: Record<string, unknown>
}

interface ElicitMeta {
  attempt?: number
  refusal?: string
}

/** One request of a call. */
export interface Round {
  name: string
  arguments: Record<string, unknown>
  requestState?: string
  inputResponses?: Record<string, unknown>
  _meta?: Record<string, unknown>
}

/** The official client of 2026-07-28. It answers each round when it is told to, and not by itself. */
export class Stage2026 implements Stage {
  readonly servers: Servers
  readonly #client: Client
  /** It cannot be asked. */
  readonly #mute: Client

  constructor(servers: Servers, client: Client, mute: Client) {
    this.servers = servers
    this.#client = client
    this.#mute = mute
  }

  static async open(path: Carrier, options: StageOptions): Promise<Stage2026> {
    const servers = await startServers(path, options)
    const client = await connect(servers, { elicitation: { form: {}, url: {} } })
    return new Stage2026(servers, client, await connect(servers, {}))
  }

  async call(name: string, args: Record<string, unknown> = {}, { canElicit = true, key }: CallOptions = {}) {
    const base = { name, arguments: args, ...toKeyMeta(key) }
    return new Call2026((round, options) => this.round(round, { ...options, canElicit }), base)
  }

  async list(): Promise<ListedTool[]> {
    return (await this.#client.listTools()).tools
  }

  /** Sends one request of a call. Rejects with a `RefusedError`. */
  async round(round: Round, { signal, onProgress, canElicit = true }: RoundOptions = {}): Promise<RoundResult> {
    try {
      // The official type has no field for the state, and passes it on.
      return (await (canElicit ? this.#client : this.#mute).callTool(round as never, {
        allowInputRequired: true,
        ...(signal !== undefined && { signal }),
        ...(onProgress !== undefined && { onprogress: ({ progress }) => onProgress(progress) }),
      })) as RoundResult
    } catch (error) {
      if (error instanceof ProtocolError) throw new RefusedError(error.code, error.message)
      throw error
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.#client.close(), this.#mute.close()])
    await this.servers[Symbol.asyncDispose]()
  }
}

async function connect(servers: Servers, capabilities: ClientCapabilities): Promise<Client> {
  const client = new Client(
    { name: 'person', version: '1.0.0' },
    {
      capabilities,
      versionNegotiation: { mode: { pin: '2026-07-28' } },
      inputRequired: { autoFulfill: false },
    },
  )
  await client.connect(new StreamableHTTPClientTransport(new URL(servers.url), { fetch: servers.fetch }))
  return client
}

interface RoundOptions {
  signal?: AbortSignal
  onProgress?: (progress: number) => void
  canElicit?: boolean
}

type Send = (round: Round, options: RoundOptions) => Promise<RoundResult>

/** A call of several rounds. */
export class Call2026 implements Call {
  readonly #round: Send
  readonly #base: Round
  readonly #cancel = new AbortController()
  readonly #progress: number[] = []
  /** The last request. */
  sent: Round
  /** The result of the last request. */
  result: Promise<RoundResult>

  constructor(round: Send, base: Round) {
    this.#round = round
    this.#base = base
    this.sent = base
    this.result = this.#send(base)
  }

  async questions(count = 1): Promise<Question[]> {
    const result = await this.result
    const open = Object.entries(result.inputRequests ?? {})
    if (open.length !== count) throw new Error(`expected ${count} open questions, got ${JSON.stringify(result)}`)
    return open.map(([id, { params }]) => {
      const { attempt = 1, refusal } = params._meta?.['dev.sweatpants/elicit'] ?? {}
      const [message, note] = readMessage(params.message)
      const reason = refusal ?? note
      return { id, message: message!, attempt, ...(reason !== undefined && { refusal: reason }) }
    })
  }

  async answer(question: Question, answer: ElicitAnswer): Promise<void> {
    const { requestState } = await this.result
    this.sent = { ...this.#base, requestState: requestState!, inputResponses: { [question.id]: answer } }
    this.result = this.#send(this.sent)
  }

  /** A client whose connection broke sends the same request again. */
  async retry(): Promise<void> {
    this.result = this.#send(this.sent)
  }

  async cancel(): Promise<void> {
    this.#cancel.abort()
  }

  async waits(): Promise<void> {
    await this.result
  }

  async blocked(): Promise<string> {
    const outcome = await this.outcome()
    if (outcome.type === 'refused' && outcome.code === -32602) return outcome.message
    throw new Error(`expected a refusal, got ${JSON.stringify(outcome)}`)
  }

  async outcome(): Promise<Outcome> {
    try {
      const { content, isError, ...rest } = await this.#end()
      if (content === undefined) throw new Error(`the call has not ended: ${JSON.stringify(rest)}`)
      const text = content[0]?.text ?? ''
      return isError ? { type: 'failed', message: text } : { type: 'completed', text }
    } catch (error) {
      if (error instanceof RefusedError) return { type: 'refused', code: error.code, message: error.message }
      if (this.#cancel.signal.aborted) return { type: 'cancelled' }
      throw error
    }
  }

  async progress(): Promise<number[]> {
    return this.#progress
  }

  /** Comes back as long as the call waits for other people. */
  async #end(): Promise<RoundResult> {
    for (;;) {
      const result = await this.result
      const { requestState, inputRequests } = result
      if (requestState === undefined || Object.keys(inputRequests ?? {}).length > 0) return result
      this.sent = { ...this.#base, requestState }
      this.result = this.#send(this.sent)
    }
  }

  #send(round: Round): Promise<RoundResult> {
    const onProgress = (progress: number) => void this.#progress.push(progress)
    const result = this.#round(round, { signal: this.#cancel.signal, onProgress })
    // The test looks at it when it is ready to.
    result.catch(() => {})
    return result
  }
}

export const sealed: Path = {
  name: 'mcp-2026-sealed',
  open: (options) => Stage2026.open('mcp-2026-sealed', options),
}

export const stored: Path = {
  name: 'mcp-2026-stored',
  open: (options) => Stage2026.open('mcp-2026-stored', options),
}
