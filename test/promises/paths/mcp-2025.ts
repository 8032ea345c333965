import { Client, ProtocolError, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
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
  toKeyMeta,
} from '../path.ts'
import { type Servers, startServers } from '../servers.ts'

/** A session that is stored goes on at the next server, once its client has found it. */
const reconnectionOptions = {
  initialReconnectionDelay: 50,
  maxReconnectionDelay: 200,
  reconnectionDelayGrowFactor: 1.2,
  maxRetries: 1_000,
}

interface OpenQuestion extends Question {
  reply(answer: ElicitAnswer): void
}

/** The official client on an open session of 2025-11-25. Each call has a client of its own. */
class Stage2025 implements Stage {
  readonly servers: Servers
  readonly #clients = new AsyncDisposableStack()

  constructor(servers: Servers) {
    this.servers = this.#clients.use(servers)
  }

  async call(name: string, args: Record<string, unknown> = {}, { canElicit = true, key }: CallOptions = {}) {
    return new Call2025(await this.#connect(canElicit), { name, arguments: args, ...toKeyMeta(key) }, canElicit)
  }

  async list(): Promise<ListedTool[]> {
    return (await (await this.#connect(true)).listTools()).tools
  }

  async #connect(canElicit: boolean): Promise<Client> {
    const client = new Client(
      { name: 'person', version: '1.0.0' },
      { capabilities: canElicit ? { elicitation: { form: {}, url: {} } } : {}, versionNegotiation: { mode: 'legacy' } },
    )
    const { url, fetch } = this.servers
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch, reconnectionOptions }))
    this.#clients.defer(() => client.close())
    return client
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#clients.disposeAsync()
  }
}

export class Call2025 implements Call {
  readonly #open = new Map<string, OpenQuestion>()
  readonly #cancel = new AbortController()
  readonly #progress: number[] = []
  readonly #client: Client
  /** The JSON-RPC id of the last question. */
  lastRequest = ''
  readonly #outcome: Promise<Outcome>
  #said = ''
  #changed = Promise.withResolvers<void>()
  #asked = 0

  constructor(client: Client, request: Parameters<Client['callTool']>[0], canElicit: boolean) {
    this.#client = client
    if (canElicit) this.#listen(client)
    this.#outcome = this.#run(client, request).finally(() => this.#change())
    this.#outcome.catch(() => {})
  }

  #listen(client: Client): void {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => {
      const { promise, resolve } = Promise.withResolvers<ElicitAnswer>()
      this.lastRequest = String(mcpReq.id)
      const id = `${++this.#asked}`
      const { attempt = 1 } = (params._meta?.['dev.sweatpants/elicit'] ?? {}) as { attempt?: number }
      const [message, refusal] = readMessage(params.message)
      this.#open.set(id, {
        id,
        message,
        attempt,
        ...(refusal !== undefined && { refusal }),
        reply: resolve,
      })
      mcpReq.signal.addEventListener('abort', () => this.#open.delete(id))
      this.#change()
      return promise as never
    })
  }

  async questions(count = 1): Promise<Question[]> {
    while (this.#open.size !== count) {
      const { promise } = this.#changed
      await Promise.race([promise, this.#outcome.then((outcome) => failOn(outcome))])
    }
    return [...this.#open.values()]
  }

  async answer({ id }: Question, answer: ElicitAnswer): Promise<void> {
    const open = this.#open.get(id)
    if (open === undefined) throw new RefusedError('closed', `no question ${id} is open`)
    this.#open.delete(id)
    open.reply(answer)
  }

  /** Sends the response to a request of the server, which the server need not have sent. */
  async respond(id: string, result: ElicitAnswer): Promise<void> {
    await this.#client.transport!.send({ jsonrpc: '2.0', id, result } as never)
  }

  deleteSession(): Promise<void> {
    return (this.#client.transport as StreamableHTTPClientTransport).terminateSession()
  }

  /** Any request shows a client whose server is silent that there is another one. */
  async retry(): Promise<void> {
    await this.#client.listTools()
  }

  async cancel(): Promise<void> {
    this.#cancel.abort()
  }

  async blocked(): Promise<string> {
    while (!this.#said.includes('paused')) {
      const { promise } = this.#changed
      await Promise.race([promise, this.#outcome.then((outcome) => failOn(outcome))])
    }
    return this.#said
  }

  async progress(): Promise<number[]> {
    return this.#progress
  }

  outcome(): Promise<Outcome> {
    return this.#outcome
  }

  #change(): void {
    this.#changed.resolve()
    this.#changed = Promise.withResolvers()
  }

  async #run(client: Client, request: Parameters<Client['callTool']>[0]): Promise<Outcome> {
    try {
      const { content, isError } = await client.callTool(request, {
        signal: this.#cancel.signal,
        onprogress: ({ progress, message = '' }) => {
          this.#progress.push(progress)
          this.#said = message
          this.#change()
        },
      })
      const [first] = content
      const text = first?.type === 'text' ? first.text : ''
      return isError ? { type: 'failed', message: text } : { type: 'completed', text }
    } catch (error) {
      if (this.#cancel.signal.aborted) return { type: 'cancelled' }
      if (error instanceof ProtocolError) return { type: 'refused', code: error.code, message: error.message }
      throw error
    }
  }
}

const failOn = (outcome: Outcome): never => {
  throw new Error(`the call ended before it asked: ${JSON.stringify(outcome)}`)
}

export const mcp2025: Path = {
  name: 'mcp-2025',
  open: async (options) => new Stage2025(await startServers('mcp-2025', options)),
}
