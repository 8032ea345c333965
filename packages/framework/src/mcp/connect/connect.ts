import { Client } from '@modelcontextprotocol/client'
import { SweatpantsError } from '../../tools/errors.ts'
import type { Capabilities } from '../../tools/journal.ts'
import { isObject } from '../../tools/json.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { InputRequest } from '../core/input-request.ts'
import { type Calls, declare } from './calls.ts'
import type { ConnectOptions, HostedServer, RefusedTool } from './connect-mcp.ts'
import { HostedLimitError, HostedToolError, toConnectError } from './errors.ts'
import { type Connection, toHostedTool } from './hosted-tool.ts'
import { type HostedLimits, toLimits, toPlainText } from './limits.ts'
import { Rev2025Calls } from './rev2025-calls.ts'
import { Rev2026Calls } from './rev2026-calls.ts'
import { readTool, toolsOf } from './tool-list.ts'
import { createWire, type Wire } from './transport.ts'

const CONNECT_TIMEOUT_MS = 30_000
const PROBE_TIMEOUT_MS = 10_000
const MAX_NAME = 100
const MAX_REFUSED = 100

/** Connects to a server; `connectMcp` loads this file when it is first called. */
export async function connect(options: ConnectOptions): Promise<HostedServer> {
  const { onError = (error) => console.error(error) } = options
  const wire = createWire(options, toLimits(options.limits))
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
  refused: readonly RefusedTool[] = []
  readonly #options: ConnectOptions
  readonly #wire: Wire
  readonly #onError: (error: unknown) => void
  readonly #client: Client
  readonly #listeners = new Set<(tools: readonly McpTool[]) => void>()
  readonly #limits: Required<HostedLimits>
  #connection: Connection | undefined

  constructor(options: ConnectOptions, wire: Wire, onError: (error: unknown) => void) {
    this.#options = options
    this.#wire = wire
    this.#limits = toLimits(options.limits)
    this.#onError = onError
    this.#client = new Client(
      { name: 'sweatpants', version: '0.1.0' },
      {
        capabilities: declare(this.#can),
        versionNegotiation: { mode: 'auto', probe: { timeoutMs: PROBE_TIMEOUT_MS } },
        inputRequired: { autoFulfill: false },
        // We read the list ourselves: within the limits, and not more than once a second.
        listChanged: {
          tools: { autoRefresh: false, debounceMs: 1_000, onChanged: () => void this.#refresh() },
        },
      },
    )
  }

  get name(): string {
    const own = toPlainText(this.#client.getServerVersion()?.name ?? '', MAX_NAME)
    return this.#options.name ?? (own || this.#wire.label)
  }

  get version(): string {
    return toPlainText(this.#client.getServerVersion()?.version ?? '', MAX_NAME)
  }

  get revision(): HostedServer['revision'] {
    return this.#client.getProtocolEra() === 'modern' ? 'rev2026' : 'rev2025'
  }

  get instructions(): string | undefined {
    return this.#client.getInstructions()?.slice(0, this.#limits.description)
  }

  async connect(): Promise<void> {
    const client = this.#client
    client.onerror = (error) => this.#onError(error)
    await client.connect(this.#wire.transport, { timeout: CONNECT_TIMEOUT_MS })
    const { model, inFlight = (request) => request() } = this.#options
    const calls =
      this.revision === 'rev2026' ? new Rev2026Calls(client, this.#wire, model !== undefined) : this.#openSession()
    client.setNotificationHandler('notifications/message', ({ params }) => calls.heard.log(params))
    // The client's own handler loses progress that comes together with the response.
    client.setNotificationHandler('notifications/progress', ({ params }) => calls.heard.progress(params))
    const origin = this.#options.name ?? this.#wire.place
    this.#connection = { server: this.name, origin, calls, model, limits: this.#limits, inFlight }
    await this.#readTools()
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
    const calls = new Rev2025Calls(this.#client, this.#wire)
    const { elicitation, sampling, roots } = this.#can
    const ask = (request: InputRequest, signal: AbortSignal) => calls.ask(request, signal) as Promise<never>
    if (elicitation) this.#client.setRequestHandler('elicitation/create', toHandler(ask))
    if (sampling) this.#client.setRequestHandler('sampling/createMessage', toHandler(ask))
    if (roots) this.#client.setRequestHandler('roots/list', toHandler(ask))
    return calls
  }

  async #refresh(): Promise<void> {
    try {
      await this.#readTools()
      for (const listener of this.#listeners) listener(this.tools)
    } catch (error) {
      this.#onError(error)
    }
  }

  /** Reads the list of tools, and makes tools of ours of those that are within the limits. */
  async #readTools(): Promise<void> {
    if (this.#client.getServerCapabilities()?.tools === undefined) return
    const tools = new Map<string, McpTool>()
    const refused: RefusedTool[] = []
    let size = 0
    for await (const listed of this.#listTools()) {
      try {
        size += JSON.stringify(listed).length
        if (tools.size >= this.#limits.tools) throw new HostedToolError(`there are more than ${this.#limits.tools}`)
        if (size > this.#limits.list) throw new HostedToolError('the list of tools is too long')
        const tool = toHostedTool(await readTool(listed), this.#connection!)
        if (tools.has(tool.name)) throw new HostedToolError('another tool has the same name')
        tools.set(tool.name, tool)
      } catch (cause) {
        const name = toPlainText(isObject(listed) ? String(listed.name) : '', MAX_NAME)
        const reason = cause instanceof SweatpantsError ? cause.message : 'its definition cannot be read'
        if (refused.push({ name, reason }) > MAX_REFUSED) break
        this.#onError(new HostedToolError(`the tool "${name}" of ${this.name} is refused: ${reason}`, { cause }))
      }
    }
    this.tools = [...tools.values()]
    this.refused = refused
  }

  /** Yields the tools as the server sent them: one that breaks the rules must not hide the others. */
  async *#listTools(): AsyncGenerator<unknown> {
    const options = { timeout: CONNECT_TIMEOUT_MS }
    let cursor: string | undefined
    for (let page = 1; page === 1 || cursor !== undefined; page++) {
      if (page > this.#limits.pages) throw new HostedLimitError(`more than ${this.#limits.pages} pages of tools`)
      const params = cursor === undefined ? {} : { cursor }
      const listed = await this.#client.request({ method: 'tools/list', params }, options)
      yield* toolsOf(listed)
      cursor = listed.nextCursor
    }
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
