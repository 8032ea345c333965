import { Client, type Tool } from '@modelcontextprotocol/client'
import type { Capabilities } from '../../tools/journal.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { InputRequest } from '../core/input-request.ts'
import { type Calls, declare } from './calls.ts'
import type { ConnectOptions, HostedServer } from './connect-mcp.ts'
import { HostedConnectError, toConnectError } from './errors.ts'
import { type Connection, toHostedTool } from './hosted-tool.ts'
import { Rev2025Calls } from './rev2025-calls.ts'
import { Rev2026Calls } from './rev2026-calls.ts'
import { createWire, type Wire } from './transport.ts'

const CONNECT_TIMEOUT_MS = 30_000
const PROBE_TIMEOUT_MS = 10_000

/** Connects to a server; `connectMcp` loads this file when it is first called. */
export async function connect(options: ConnectOptions): Promise<HostedServer> {
  const { onError = (error) => console.error(error) } = options
  const wire = createWire(options)
  const server = new ConnectedServer(options, wire, onError)
  try {
    await server.connect()
  } catch (error) {
    await server.close()
    throw toConnectError(error, wire)
  }
  return server
}

class ConnectedServer implements HostedServer {
  tools: readonly McpTool[] = []
  readonly #options: ConnectOptions
  readonly #wire: Wire
  readonly #onError: (error: unknown) => void
  readonly #client: Client
  readonly #listeners = new Set<(tools: readonly McpTool[]) => void>()
  #connection: Connection | undefined

  constructor(options: ConnectOptions, wire: Wire, onError: (error: unknown) => void) {
    this.#options = options
    this.#wire = wire
    this.#onError = onError
    this.#client = new Client(
      { name: 'sweatpants', version: '0.1.0' },
      {
        capabilities: declare(this.#can),
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_TIMEOUT_MS } },
        inputRequired: { autoFulfill: false },
        listChanged: { tools: { onChanged: (error, tools) => this.#changed(error, tools) } },
      },
    )
  }

  get name(): string {
    return this.#options.name ?? this.#client.getServerVersion()?.name ?? this.#wire.label
  }

  get version(): string {
    return this.#client.getServerVersion()?.version ?? ''
  }

  get revision(): HostedServer['revision'] {
    return this.#client.getProtocolEra() === 'modern' ? 'rev2026' : 'rev2025'
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions()
  }

  async connect(): Promise<void> {
    const client = this.#client
    client.onerror = (error) => this.#onError(error)
    await client.connect(this.#wire.transport, { timeout: CONNECT_TIMEOUT_MS })
    const { model } = this.#options
    const calls = this.revision === 'rev2026' ? new Rev2026Calls(client, model !== undefined) : this.#openSession()
    client.setNotificationHandler('notifications/message', ({ params }) => calls.heard.log(params))
    // The client's own handler loses progress that comes together with the response.
    client.setNotificationHandler('notifications/progress', ({ params }) => calls.heard.progress(params))
    this.#connection = { server: this.name, calls, model }
    const { tools } = await client.listTools()
    this.tools = this.#toTools(tools)
  }

  onToolsChanged(listener: (tools: readonly McpTool[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    try {
      await this.#wire.leave()
    } catch (error) {
      this.#onError(error)
    } finally {
      await this.#client.close()
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  get #can(): Omit<Capabilities, 'tasks'> {
    const { capabilities, model } = this.#options
    return { elicitation: true, sampling: model !== undefined, roots: false, ...capabilities }
  }

  /** The server of a session asks while its calls are open, and only for what we have declared. */
  #openSession(): Calls {
    const calls = new Rev2025Calls(this.#client, this.#wire.turns)
    const { elicitation, sampling, roots } = this.#can
    const ask = (request: InputRequest, signal: AbortSignal) => calls.ask(request, signal) as Promise<never>
    if (elicitation) this.#client.setRequestHandler('elicitation/create', toHandler(ask))
    if (sampling) this.#client.setRequestHandler('sampling/createMessage', toHandler(ask))
    if (roots) this.#client.setRequestHandler('roots/list', toHandler(ask))
    return calls
  }

  #toTools(listed: readonly Tool[]): McpTool[] {
    return listed.flatMap((tool) => {
      try {
        return toHostedTool(tool, this.#connection!)
      } catch (cause) {
        this.#onError(new HostedConnectError(`the tool "${tool.name}" of ${this.name} cannot be used`, { cause }))
        return []
      }
    })
  }

  #changed(error: Error | null, listed: readonly Tool[] | null): void {
    if (error !== null) return this.#onError(error)
    this.tools = this.#toTools(listed ?? [])
    for (const listener of this.#listeners) listener(this.tools)
  }
}

/** Returns a request handler. The run checked the answers, and the client checks them again. */
const toHandler =
  (ask: (request: InputRequest, signal: AbortSignal) => Promise<never>) =>
  (
    { method, params }: { method: InputRequest['method']; params?: object | undefined },
    ctx: { mcpReq: { signal: AbortSignal } },
  ): Promise<never> =>
    ask({ method, params: { ...params } }, ctx.mcpReq.signal)
