import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { root, toArguments, toEnvironment } from './server-process.ts'

/** The revisions of the protocol, with the option that makes the official client use them. */
const ERAS = { '2025-11-25': 'legacy', '2026-07-28': { pin: '2026-07-28' } } as const satisfies Record<
  string,
  NonNullable<ClientOptions['versionNegotiation']>['mode']
>

export type Era = keyof typeof ERAS

export interface Request {
  id: string
  agentId: string
  query: string
  reason: string
  priority: string
}

/** The parts of a result that tests check. */
export interface RoundReply {
  sessionId: string
  status: string
  roundNumber: number
  totalRounds: number
  endReason?: string
  contextRequests: Request[]
  ignoredContextResults: { requestId: string; reason: string }[]
  decision: { consensusLevel: string; agreementScore: number; actionRecommendation: string }
  agentResponses: { agentId: string; model: string; position: string; confidence?: number }[]
  failures: { agentId: string; model: string; round: number; code: string; reason: string }[]
  evidence: { consensusSummary: string }
  metadata: { seats: { agentId: string; model: string }[]; notice?: string }
  usage: Record<'round' | 'session', { inputTokens: number; outputTokens: number }>
}

export interface Reply<T = RoundReply> {
  isError: boolean
  text: string
  data: T
}

interface CallOptions {
  signal?: AbortSignal
  onProgress?: (message: string) => void
}

/** The official client, connected to a roundtable. */
export class Caller implements AsyncDisposable {
  readonly #client: Client
  readonly #pid: number | null

  private constructor(client: Client, pid: number | null) {
    this.#client = client
    this.#pid = pid
  }

  static async stdio(era: Era, args: readonly string[], env: Record<string, string>): Promise<Caller> {
    const client = createClient(era)
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: toArguments(args),
      cwd: root,
      env: toEnvironment(env),
      stderr: 'ignore',
    })
    await client.connect(transport)
    return new Caller(client, transport.pid)
  }

  static async http(era: Era, url: string): Promise<Caller> {
    const client = createClient(era)
    await client.connect(new StreamableHTTPClientTransport(new URL(url)))
    return new Caller(client, null)
  }

  async call<T = RoundReply>(name: string, args: object = {}, { signal, onProgress }: CallOptions = {}) {
    const result = await this.#client.callTool(
      { name, arguments: { ...args } },
      {
        ...(signal !== undefined && { signal }),
        ...(onProgress !== undefined && { onprogress: ({ message = '' }) => onProgress(message) }),
      },
    )
    const [first] = result.content
    const reply: Reply<T> = {
      isError: result.isError === true,
      text: first?.type === 'text' ? first.text : '',
      // The client has validated it against the schema that the server advertises.
      data: result.structuredContent as T,
    }
    return reply
  }

  async tools(): Promise<string[]> {
    return (await this.#client.listTools()).tools.map(({ name }) => name)
  }

  /** Kills the server process that it started. */
  async kill(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#client.onclose = resolve
    })
    if (this.#pid === null) throw new Error('this caller has not started its server')
    process.kill(this.#pid, 'SIGKILL')
    await closed
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client.close()
  }
}

const createClient = (era: Era): Client =>
  new Client({ name: 'roundtable-test', version: '1.0.0' }, { versionNegotiation: { mode: ERAS[era] } })

/** Returns the id of the debate about this topic. */
export async function findSession(caller: Caller, topic: string): Promise<string> {
  const { data } = await caller.call<{ sessions: { id: string; topic: string }[] }>('list_sessions', { limit: 100 })
  return data.sessions.find((session) => session.topic === topic)!.id
}
