import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { SweatpantsError } from '../../tools/errors.ts'
import type { HostedView } from '../../tools/hosted-app.ts'
import { isObject } from '../../tools/json.ts'
import type { McpTool } from '../../tools/tool.ts'
import { asksByApp, toView } from './app.ts'
import type { Calls } from './calls.ts'
import type { ConnectOptions, HostedOffer, HostedServer, HostedSkill, RefusedTool } from './connect-mcp.ts'
import { Completions } from './errand.ts'
import { HostedConnectError, HostedLimitError, HostedToolError, toConnectError } from './errors.ts'
import { readOffer } from './hosted-offer.ts'
import { type Connection, toHostedTool } from './hosted-tool.ts'
import { type HostedLimits, toLimits, toPlainText } from './limits.ts'
import { CONNECT_TIMEOUT_MS, openSession, type Session } from './session.ts'
import { listSkills } from './skills.ts'
import { readTool, toolsOf } from './tool-list.ts'
import { WatchedResources } from './watched-resources.ts'

const MAX_NAME = 100
const MAX_REFUSED = 100

/** Milliseconds before a lost server is connected to again; each attempt that fails doubles them. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/** How often a command is started again, and within how many milliseconds. */
const MAX_RESTARTS = 5
const RESTARTS_COUNT = 10 * 60_000

/** Connects to a server; `connectMcp` loads this file when it is first called. */
export async function connect(options: ConnectOptions): Promise<HostedServer> {
  const { onError = (error) => console.error(error instanceof HostedToolError ? error.message : error) } = options
  const server = new ConnectedServer(options, onError)
  await server.connect()
  return server
}

class ConnectedServer implements HostedServer {
  tools: readonly McpTool[] = []
  refused: readonly RefusedTool[] = []
  readonly #options: ConnectOptions
  readonly #onError: (error: unknown) => void
  readonly #listeners = new Set<(tools: readonly McpTool[]) => void>()
  readonly #limits: Required<HostedLimits>
  readonly #closing = new AbortController()
  readonly #completions = new Completions()
  readonly #offerListeners = new Set<() => void>()
  readonly #resources: WatchedResources
  /** The last session; `#isLost` says whether it is over. */
  #session!: Session
  #isLost = false
  #opening: Promise<void> | undefined
  #isRetrying = false
  /** When a command was started again. */
  #restarts: number[] = []
  #connection!: Connection

  constructor(options: ConnectOptions, onError: (error: unknown) => void) {
    this.#options = options
    this.#limits = toLimits(options.limits)
    this.#onError = onError
    this.#resources = new WatchedResources(() => this.#readyClient(), onError)
  }

  get name(): string {
    const { client, wire } = this.#session
    const own = toPlainText(client.getServerVersion()?.name ?? '', MAX_NAME)
    return this.#options.name ?? (own || wire.label)
  }

  get version(): string {
    return toPlainText(this.#session.client.getServerVersion()?.version ?? '', MAX_NAME)
  }

  get revision(): HostedServer['revision'] {
    return this.#session.client.getProtocolEra() === 'modern' ? 'rev2026' : 'rev2025'
  }

  get instructions(): string | undefined {
    return this.#session.client.getInstructions()?.slice(0, this.#limits.description)
  }

  get isConnected(): boolean {
    return !this.#isLost && !this.#closing.signal.aborted
  }

  async connect(): Promise<void> {
    this.#session = await this.#open()
    const { model, inFlight = (request) => request() } = this.#options
    const server = this
    this.#connection = {
      server: this.name,
      origin: this.#options.name ?? this.#session.wire.place,
      signIn: 'url' in this.#options ? this.#options.signIn : undefined,
      completions: this.#completions,
      get calls() {
        return server.#session.calls
      },
      ready: () => this.#ready(),
      lose: (calls) => this.#lose(calls),
      model,
      views: this.#options.apps ? { readView: (uri) => this.#readView(uri) } : undefined,
      get asksByApp() {
        return server.#options.apps === true && asksByApp(server.#session.client.getServerCapabilities())
      },
      limits: this.#limits,
      inFlight,
    }
    try {
      await this.#readTools()
    } catch (error) {
      await this.close()
      throw toConnectError(error, this.#session.wire)
    }
  }

  async skills(): Promise<readonly HostedSkill[]> {
    await this.#ready()
    return listSkills(this.#session.client, this.#limits.description)
  }

  offer(): Promise<HostedOffer> {
    const watch = (uri: string, changed: () => void) => this.#resources.watch(uri, changed)
    return readOffer(async (request) => request(await this.#readyClient()), this.tools, watch)
  }

  onOfferChanged(listener: () => void): () => void {
    this.#offerListeners.add(listener)
    return () => this.#offerListeners.delete(listener)
  }

  onToolsChanged(listener: (tools: readonly McpTool[]) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  async close(): Promise<void> {
    this.#closing.abort()
    await this.#opening?.catch(() => {})
    const { client, wire } = this.#session
    try {
      if (!this.#isLost) await wire.leave()
    } catch (error) {
      this.#onError(error)
    } finally {
      await client.close()
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close()
  }

  async #open(): Promise<Session> {
    const session: Session = await openSession(this.#options, this.#limits, {
      onError: this.#onError,
      onToolsChanged: () => void this.#refresh(),
      onOfferChanged: () => this.#tellOffer(),
      onResourceChanged: (uri) => this.#resources.changed(uri),
      onPageCompleted: (id) => this.#completions.add(id),
      onClosed: () => this.#lose(session?.calls),
    })
    return session
  }

  /** Resolves to the calls of a session that is open, after it has connected again if necessary. */
  async #ready(): Promise<Calls> {
    if (this.#isLost) await this.#reopen()
    return this.#session.calls
  }

  async #readyClient(): Promise<Client> {
    await this.#ready()
    return this.#session.client
  }

  #tellOffer(): void {
    for (const listener of this.#offerListeners) listener()
  }

  /** Called when a session is over. It is replaced when a call needs it, or after a pause. */
  #lose(calls: Calls): void {
    const isClosing = this.#closing.signal.aborted
    if (isClosing || this.#isLost || calls !== this.#session?.calls || this.#options.reconnect === false) return
    this.#isLost = true
    void this.#retry()
  }

  async #retry(): Promise<void> {
    if (this.#isRetrying) return
    this.#isRetrying = true
    const { signal } = this.#closing
    for (let failures = 0; this.#isLost && !signal.aborted; failures++) {
      const delay = Math.min(FIRST_PAUSE * 2 ** failures, LONGEST_PAUSE)
      await pause(delay, undefined, { signal, ref: false }).catch(() => {})
      if (!this.#isLost || signal.aborted) break
      await this.#reopen().catch((error) => failures === 0 && this.#onError(error))
      if (this.#hasRestartedOften) break
    }
    this.#isRetrying = false
  }

  #reopen(): Promise<void> {
    this.#opening ??= this.#replace().finally(() => {
      this.#opening = undefined
    })
    return this.#opening
  }

  async #replace(): Promise<void> {
    this.#closing.signal.throwIfAborted()
    if ('command' in this.#options) this.#countRestart(this.#options.command)
    const old = this.#session
    this.#session = await this.#open()
    this.#isLost = false
    await old.client.close()
    await this.#refresh()
    this.#resources.renew()
    this.#tellOffer()
  }

  get #hasRestartedOften(): boolean {
    return this.#restarts.filter((at) => at > Date.now() - RESTARTS_COUNT).length >= MAX_RESTARTS
  }

  #countRestart(command: string): void {
    if (this.#hasRestartedOften) {
      const often = `${MAX_RESTARTS} times within ${RESTARTS_COUNT / 60_000} minutes`
      throw new HostedConnectError('not started', `"${command}" has ended ${often}, and is not started again yet`)
    }
    this.#restarts = [...this.#restarts.slice(-MAX_RESTARTS), Date.now()]
  }

  async #readView(uri: string): Promise<HostedView> {
    if (this.#isLost) await this.#reopen()
    const options = { timeout: CONNECT_TIMEOUT_MS }
    const read = await this.#session.client.request({ method: 'resources/read', params: { uri } }, options)
    return toView(this.name, uri, read, this.#limits.view)
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
    if (this.#session.client.getServerCapabilities()?.tools === undefined) return
    const tools = new Map<string, McpTool>()
    const refused: RefusedTool[] = []
    let size = 0
    for await (const listed of this.#listTools()) {
      try {
        size += JSON.stringify(listed).length
        if (tools.size >= this.#limits.tools) throw new HostedToolError(`there are more than ${this.#limits.tools}`)
        if (size > this.#limits.list) throw new HostedToolError('the list of tools is too long')
        const tool = toHostedTool(await readTool(listed), this.#connection)
        if (tools.has(tool.name)) throw new HostedToolError('another tool has the same name')
        tools.set(tool.name, tool)
      } catch (cause) {
        const name = toPlainText(isObject(listed) ? String(listed.name) : '', MAX_NAME)
        const reason = cause instanceof SweatpantsError ? cause.message : 'its definition cannot be read'
        if (refused.push({ name, reason }) > MAX_REFUSED) break
        // A list that is read again says nothing new about the tool.
        if (this.refused.some((tool) => tool.name === name && tool.reason === reason)) continue
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
      const { pages } = this.#limits
      if (page > pages) throw new HostedLimitError(`more than ${pages} pages of tools`, pages)
      const params = cursor === undefined ? {} : { cursor }
      const listed = await this.#session.client.request({ method: 'tools/list', params }, options)
      yield* toolsOf(listed)
      cursor = listed.nextCursor
    }
  }
}
