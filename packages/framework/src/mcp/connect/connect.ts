import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'
import { SweatpantsError } from '../../tools/errors.ts'
import type { HostedView } from '../../tools/hosted-app.ts'
import { isObject } from '../../tools/json.ts'
import { waitAtMost } from '../../tools/maybe-promise.ts'
import type { McpTool } from '../../tools/tool.ts'
import { createTurns } from '../../tools/turns.ts'
import { asksByApp, toView } from './app.ts'
import { type Calls, isSessionGone } from './calls.ts'
import type { ConnectOptions, HostedOffer, HostedServer, HostedSkill, RefusedTool } from './connect-mcp.ts'
import { Completions } from './errand.ts'
import { HostedConnectError, HostedToolError, toConnectError } from './errors.ts'
import { readOffer } from './hosted-offer.ts'
import { type Connection, toHostedTool } from './hosted-tool.ts'
import { type HostedLimits, toLimits, toPlainText } from './limits.ts'
import { LIST_TIMEOUT_MS, list, readTool } from './listing.ts'
import { openSession, type Session, type SessionEvents } from './session.ts'
import { listSkills } from './skills.ts'
import { WatchedResources } from './watched-resources.ts'

const MAX_NAME = 100
const MAX_REFUSED = 100

/** Milliseconds before a lost server is connected to again; each attempt that fails doubles them. */
const FIRST_PAUSE = 1_000
const LONGEST_PAUSE = 60_000

/** Milliseconds that a server has to answer that the session ends. */
const LEAVE_MS = 3_000

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
  /** The list of tools is read once at a time, so that an older one does not replace a newer one. */
  readonly #inTurn = createTurns()
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
    this.#resources = new WatchedResources(
      () => this.#readyClient(),
      (client) => this.isConnected && client === this.#session.client,
      onError,
    )
  }

  get name(): string {
    const { client, wire } = this.#session
    const own = toPlainText(client.getServerVersion()?.name ?? '', MAX_NAME)
    return this.#options.name ?? (own || wire.place)
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
      await this.#inTurn(this.#closing.signal, () => this.#readTools())
    } catch (error) {
      await this.close()
      throw toConnectError(error, this.#session.wire)
    }
  }

  async skills(): Promise<readonly HostedSkill[]> {
    return this.#read((client) => listSkills(client, this.#limits.description))
  }

  offer(): Promise<HostedOffer> {
    return readOffer({
      send: (request) => this.#read(request),
      pages: this.#limits.pages,
      tools: this.tools,
      watch: (uri, changed) => this.#resources.watch(uri, changed),
      onRefused: (kind, listed, cause) => this.#tellRefused(kind, toRefused(listed, cause), cause),
    })
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
      if (!this.#isLost) await waitAtMost(LEAVE_MS, Promise.resolve(wire.terminateSession?.()))
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
    const events: SessionEvents = {
      onError: this.#onError,
      onToolsChanged: () => void this.#refresh(),
      onOfferChanged: () => this.#tellOffer(),
      onResourceChanged: (uri) => this.#resources.changed(uri),
      onPageCompleted: (id) => this.#completions.add(id),
      onClosed: () => this.#lose(session?.calls),
    }
    const session: Session = await openSession(this.#options, this.#limits, events, this.#closing.signal)
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

  /** Sends a request that only reads, and sends it again in a new session if the server does not know this one any more. */
  async #read<T>(request: (client: Client) => Promise<T>): Promise<T> {
    const calls = await this.#ready()
    const { client } = this.#session
    try {
      return await request(client)
    } catch (error) {
      if (!isSessionGone(client, error)) throw error
      this.#lose(calls)
      return request(await this.#readyClient())
    }
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
    if (this.#closing.signal.aborted) return
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
    const request = { method: 'resources/read' as const, params: { uri } }
    const read = await this.#read((client) => client.request(request, { timeout: LIST_TIMEOUT_MS }))
    return toView(this.name, uri, read, this.#limits.view)
  }

  async #refresh(): Promise<void> {
    try {
      await this.#inTurn(this.#closing.signal, () => this.#readTools())
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
    const { pages } = this.#limits
    for await (const listed of list(this.#session.client, 'tools', { pages, signal: this.#closing.signal })) {
      try {
        size += JSON.stringify(listed).length
        if (tools.size >= this.#limits.tools) throw new HostedToolError(`there are more than ${this.#limits.tools}`)
        if (size > this.#limits.list) throw new HostedToolError('the list of tools is too long')
        const tool = toHostedTool(await readTool(listed), this.#connection)
        if (tools.has(tool.name)) throw new HostedToolError('another tool has the same name')
        tools.set(tool.name, tool)
      } catch (cause) {
        const { name, reason } = toRefused(listed, cause)
        if (refused.push({ name, reason }) > MAX_REFUSED) break
        // A list that is read again says nothing new about the tool.
        if (this.refused.some((tool) => tool.name === name && tool.reason === reason)) continue
        this.#tellRefused('tool', { name, reason }, cause)
      }
    }
    this.tools = [...tools.values()]
    this.refused = refused
  }
  #tellRefused(kind: string, { name, reason }: RefusedTool, cause: unknown): void {
    this.#onError(new HostedToolError(`the ${kind} "${name}" of ${this.name} is refused: ${reason}`, { cause }))
  }
}

function toRefused(listed: unknown, cause: unknown): RefusedTool {
  const name = toPlainText(isObject(listed) ? String(listed.name) : '', MAX_NAME)
  return { name, reason: cause instanceof SweatpantsError ? cause.message : 'its definition cannot be read' }
}
