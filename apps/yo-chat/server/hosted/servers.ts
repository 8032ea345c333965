import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type McpTool, toJsonSchema } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/chat'
import { HttpError } from '@sweatpants/framework/http'
import { type RefusedTool, type SignIn, SignInError } from '@sweatpants/framework/mcp'
import { AddedServers, type Disabled, type ToolChoice } from './added-servers.ts'
import { idOf, labelOf, type ServerAddress } from './address.ts'
import { Attempts } from './attempts.ts'
import { Connection, type ConnectionOptions, type ConnectionState } from './connection.ts'
import { type ShownSignIn, SignIns } from './sign-ins.ts'
import { ToolNames } from './tool-names.ts'

/** A tool of a server as the page shows it. */
export interface HostedToolInfo {
  /** Its name at the server. */
  id: string
  /** Its name in the chat. */
  name: string
  isOn: boolean
  /** Whether it runs without asking. */
  isAllowed: boolean
  /** Whether a person can allow that: not for a tool that says it destroys something. */
  canAllow: boolean
}

/** A server as the page shows it. */
export interface HostedServerInfo {
  id: string
  /** The name that the server gives itself, or its address. */
  name: string
  address: string
  /** `disabled`: the app stopped while it was connecting to the server, or more than once during a call of it. `off`: a person chose so. */
  state: ConnectionState | 'disabled' | 'off'
  error?: string
  /** Absent for a server that has not asked for it. */
  signIn?: ShownSignIn
  /** The names of the headers that the app sends. */
  headers: string[]
  tools: HostedToolInfo[]
  /** Tools of the server that cannot be used, such as those with a schema that is too large. */
  refused: readonly RefusedTool[]
  /** Whether the page can remove it: servers of the configuration stay. */
  removable: boolean
}

export interface HostedServersOptions extends Omit<ConnectionOptions, 'attempts' | 'signIn'> {
  store: Store
  /** Encrypt tokens and headers in the store, newest first. */
  keys: readonly string[]
  /** The name of the app, which authorization servers show. */
  appName: string
  /** Servers that are always connected. */
  configured: readonly ServerAddress[]
  /** Names of the app's own tools, which no server gets. */
  ownNames: readonly string[]
}

const MAX_ADDED = 20

/** Crashes during calls of a server, within a day, after which it is disabled: one may have had another reason. */
const MAX_CRASHES = 2

const DISABLED: Record<Disabled, string | undefined> = {
  'switched off': undefined,
  connecting:
    'The app stopped while it was connecting to this server, so it does not connect to it any more. Enable it to try again.',
  calling:
    'The app stopped twice while it was calling a tool of this server, so it does not connect to it any more. Enable it to try again.',
}

const SIGN_IN_FAILED = 'Signing in to this server did not work. Try again.'

/** Milliseconds that the first attempts to connect are waited for. */
const PATIENCE = 10_000

/** The MCP servers whose tools the chat has, beside its own. */
export class HostedServers implements AsyncDisposable {
  readonly #options: HostedServersOptions
  readonly #added: AddedServers
  readonly #attempts: Attempts
  readonly #signIns: SignIns
  readonly #names: ToolNames
  readonly #connections = new Map<string, Connection>()
  /** Servers that are disabled, and why. */
  readonly #disabled = new Map<string, { address: ServerAddress; during: Disabled }>()
  /** Why the last sign-in to a server did not work. */
  readonly #signInProblems = new Map<string, string>()
  /** How often a person had signed in when the connection was last told. */
  readonly #seenSignIns = new Map<string, number>()
  /** Servers that a request is adding. */
  readonly #adding = new Set<string>()
  readonly #configured: ReadonlyMap<string, ServerAddress>
  readonly #unwatch: () => void
  #isClosing = false

  private constructor(options: HostedServersOptions, added: AddedServers) {
    this.#options = options
    this.#added = added
    this.#attempts = new Attempts(options.store)
    this.#signIns = new SignIns(options)
    this.#names = new ToolNames(options.ownNames)
    this.#configured = new Map(options.configured.map((address) => [idOf(address), address]))
    this.#unwatch = added.watch(() => void this.#follow().catch(options.onError))
  }

  /** Resolves when all servers were tried: an unfinished call of a conversation needs its tool next. */
  static async start(options: HostedServersOptions): Promise<HostedServers> {
    const servers = new HostedServers(options, await AddedServers.open(options.store))
    await servers.#disableCrashed()
    await servers.#follow()
    await settled([...servers.#connections.values()])
    return servers
  }

  async list(): Promise<HostedServerInfo[]> {
    const disabled = [...this.#disabled].map(([id, { address, during }]) => this.#describeDisabled(id, address, during))
    const connected = [...this.#connections].map(([id, connection]) => this.#describe(id, connection))
    return [...(await Promise.all(connected)), ...disabled]
  }

  tools(): McpTool[] {
    return [...this.#connections].flatMap(([id, connection]) => {
      const { name = '', tools, address } = connection
      return tools
        .filter((tool) => !this.#choiceOf(id, tool).isOff)
        .map((tool) => ({
          ...tool,
          name: this.#names.nameOf(id, name, tool.name),
          approval: this.#isAllowed(id, tool) ? 'none' : (address.approval ?? 'confirm'),
          // A call that waits must not continue with a tool of another server that has the same name.
          version: id,
        }))
    })
  }

  /** Connects to a server, and stores it once that has worked, or once the server asks for a sign-in. */
  async add(url: string, headers: Readonly<Record<string, string>> = {}): Promise<HostedServerInfo> {
    const id = idOf({ url })
    if (this.#connections.has(id) || this.#disabled.has(id) || this.#adding.has(id)) {
      throw new HttpError(409, 'server_exists', `${url} is in the list already`)
    }
    const { added } = await this.#added.read()
    if (Object.keys(added).length + this.#adding.size >= MAX_ADDED) {
      throw new HttpError(409, 'too_many_servers', `there are ${MAX_ADDED} servers already; remove one first`)
    }
    this.#adding.add(id)
    try {
      const address = { url, ...(Object.keys(headers).length > 0 && { headers }) }
      const connection = this.#connect(address)
      await settled([connection])
      const isAsked = connection.problem === 'sign-in needed' && (await this.#signIns.of(address)) !== undefined
      if ((connection.state !== 'connected' && !isAsked) || this.#connections.has(id)) {
        await connection.close()
        const isRefused = connection.problem === 'sign-in needed'
        const reason = isRefused ? 'This server does not accept these headers.' : connection.error
        throw new HttpError(422, 'server_failed', reason ?? 'This server did not answer in time.')
      }
      this.#connections.set(id, connection)
      const sealed = address.headers && { headers: this.#signIns.sealHeaders(url, address.headers) }
      await this.#added.append({ type: 'server_added', url, ...sealed }, { type: 'server_enabled', id })
      return await this.#describe(id, connection)
    } finally {
      this.#adding.delete(id)
    }
  }

  async remove(id: string): Promise<void> {
    const address = this.#addressOf(id)
    if (this.#configured.has(id) || !('url' in address)) {
      throw new HttpError(403, 'server_configured', 'this server comes from the configuration; remove it there')
    }
    await this.#added.append({ type: 'server_removed', url: address.url }, { type: 'server_enabled', id })
    await this.#follow()
    await this.#signOut(await this.#signIns.of(address))
  }

  /** Disconnects a server until it is enabled again. */
  async disable(id: string): Promise<void> {
    this.#addressOf(id)
    await this.#added.append({ type: 'server_disabled', id, during: 'switched off' })
    await this.#follow()
  }

  /** Prepares a sign-in, and returns the address that the browser must open. */
  async beginSignIn(id: string, origin: string): Promise<URL> {
    const signIn = await this.#signInOf(id, origin)
    this.#signInProblems.delete(id)
    try {
      return await signIn.begin()
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      this.#options.onError(error)
      throw new HttpError(502, 'sign_in_failed', SIGN_IN_FAILED)
    }
  }

  /** Returns the document that tells authorization servers about the app. */
  describeApp(id: string, origin: string) {
    return this.#signIns.describeApp(this.#addressOf(id), origin)
  }

  /** Ends a sign-in with the query that the browser came back with. What went wrong is shown in the list. */
  async finishSignIn(id: string, query: URLSearchParams): Promise<void> {
    try {
      await (await this.#signInOf(id)).finish(query)
      this.#signInProblems.delete(id)
      await this.#added.append({ type: 'server_signed_in', id })
      await this.#follow()
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      this.#options.onError(error)
      this.#signInProblems.set(id, SIGN_IN_FAILED)
    }
  }

  async signOut(id: string): Promise<void> {
    await this.#signOut(await this.#signInOf(id))
    // The connection may hold a session; the next one has no tokens.
    const connection = this.#connections.get(id)
    this.#connections.delete(id)
    await connection?.close()
    await this.#follow()
    await settled([...this.#connections.values()])
  }

  /** Changes what people chose for a tool. */
  async chooseTool(
    id: string,
    toolId: string,
    { isOn, isAllowed }: { isOn?: boolean; isAllowed?: boolean },
  ): Promise<void> {
    const tool = this.#connections.get(id)?.tools.find(({ name }) => name === toolId)
    if (tool === undefined)
      throw new HttpError(404, 'tool_not_found', `server ${id} has no tool ${JSON.stringify(toolId)}`)
    if (isOn !== undefined) await this.#added.append({ type: 'tool_switched', id, tool: toolId, isOn })
    if (isAllowed && !canAllow(tool)) {
      throw new HttpError(409, 'tool_destructive', 'This tool can delete or overwrite things, so it always asks.')
    }
    if (isAllowed !== undefined) {
      await this.#added.append(
        isAllowed
          ? { type: 'tool_allowed', id, tool: toolId, definition: digestOf(tool) }
          : { type: 'tool_not_allowed', id, tool: toolId },
      )
    }
    await this.#follow()
  }

  /** Connects again to a server that was disabled. */
  async enable(id: string): Promise<HostedServerInfo> {
    if (!this.#disabled.has(id)) throw new HttpError(404, 'server_not_found', `there is no disabled server ${id}`)
    await this.#added.append({ type: 'server_enabled', id })
    await this.#follow()
    const connection = this.#connections.get(id)
    if (connection === undefined) throw new HttpError(404, 'server_not_found', `there is no server ${id}`)
    await settled([connection])
    return this.#describe(id, connection)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    this.#unwatch()
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()))
    await this.#attempts.clear()
  }

  async #disableCrashed(): Promise<void> {
    for (const { serverId: id, activity: during } of await this.#attempts.takeCrashed()) {
      if (during === 'calling' && (await this.#added.countCrash(id)) < MAX_CRASHES) continue
      await this.#added.append({ type: 'server_disabled', id, during })
      this.#options.onError(
        new Error(
          `the MCP server ${id} is disabled: the app stopped while it was ${during === 'calling' ? 'calling' : 'connecting to'} it`,
        ),
      )
    }
  }

  #connect(address: ServerAddress): Connection {
    const { retryAfter, onError } = this.#options
    const signIn = () => this.#signIns.of(address)
    return new Connection(address, { retryAfter, onError, attempts: this.#attempts, signIn })
  }

  /** Connects to servers that were added and closes those that were removed, by this process or another one. */
  async #follow(): Promise<void> {
    const { added: kept, disabled, signIns } = await this.#added.read()
    if (this.#isClosing) return
    const added = Object.entries(kept).map(([id, { url, headers }]): [string, ServerAddress] => [
      id,
      { url, ...(headers !== undefined && { headers: this.#signIns.openHeaders(url, headers) }) },
    ])
    const wanted = new Map([...this.#configured, ...added, ...this.#configured])
    const gone = [...this.#connections].filter(
      ([id]) => !this.#adding.has(id) && (!wanted.has(id) || disabled[id] !== undefined),
    )
    for (const [id] of gone) {
      this.#connections.delete(id)
      this.#names.forget(id)
    }
    this.#disabled.clear()
    for (const [id, address] of wanted) {
      const during = disabled[id]
      if (during !== undefined) this.#disabled.set(id, { address, during })
      else if (!this.#connections.has(id)) this.#connections.set(id, this.#connect(address))
    }
    for (const [id, count] of Object.entries(signIns)) {
      if (this.#seenSignIns.get(id) !== count) this.#connections.get(id)?.retry()
      this.#seenSignIns.set(id, count)
    }
    await Promise.all(gone.map(([, connection]) => connection.close()))
  }

  #addressOf(id: string): ServerAddress {
    const address = this.#connections.get(id)?.address ?? this.#disabled.get(id)?.address
    if (address === undefined) throw new HttpError(404, 'server_not_found', `there is no server ${id}`)
    return address
  }

  async #signInOf(id: string, origin?: string): Promise<SignIn> {
    const signIn = await this.#signIns.of(this.#addressOf(id), origin)
    if (signIn === undefined) throw new HttpError(409, 'no_sign_in', 'This server is not one to sign in to.')
    return signIn
  }

  /** The tokens are deleted here also if the authorization server cannot be told. */
  async #signOut(signIn: SignIn | undefined): Promise<void> {
    try {
      await signIn?.end()
    } catch (error) {
      if (!(error instanceof SignInError)) throw error
      this.#options.onError(error)
    }
  }

  #choiceOf(id: string, { name }: McpTool): ToolChoice {
    return this.#added.choices.tools.find((choice) => choice.id === id && choice.tool === name) ?? {}
  }

  /** A tool that changes after it was allowed asks again. */
  #isAllowed(id: string, tool: McpTool): boolean {
    const { allowed } = this.#choiceOf(id, tool)
    return allowed !== undefined && canAllow(tool) && allowed === digestOf(tool)
  }

  async #describe(id: string, connection: Connection): Promise<HostedServerInfo> {
    const { address, name = '', state, error, tools, refused } = connection
    const problem = this.#signInProblems.get(id) ?? error
    const signIn = await this.#signIns.show(address)
    return {
      id,
      name: name || labelOf(address),
      address: labelOf(address),
      state,
      ...(problem !== undefined && { error: problem }),
      ...(signIn !== undefined && { signIn }),
      headers: 'url' in address ? Object.keys(address.headers ?? {}) : [],
      tools: tools.map((tool) => ({
        id: tool.name,
        name: this.#names.nameOf(id, name, tool.name),
        isOn: !this.#choiceOf(id, tool).isOff,
        isAllowed: this.#isAllowed(id, tool) || address.approval === 'none',
        canAllow: canAllow(tool) && address.approval !== 'none',
      })),
      refused,
      removable: !this.#configured.has(id),
    }
  }

  #describeDisabled(id: string, address: ServerAddress, during: Disabled): HostedServerInfo {
    const [name, error] = [labelOf(address), DISABLED[during]]
    return {
      id,
      name,
      address: name,
      state: during === 'switched off' ? 'off' : 'disabled',
      ...(error !== undefined && { error }),
      headers: 'url' in address ? Object.keys(address.headers ?? {}) : [],
      tools: [],
      refused: [],
      removable: !this.#configured.has(id),
    }
  }
}

/** Whether a person may let a tool run without being asked: not if the server says that it destroys something. */
const canAllow = ({ annotations }: McpTool): boolean => annotations?.destructiveHint !== true

/** The digest of what a person saw of a tool when they allowed it. */
function digestOf({ name, description, annotations, parameters }: McpTool): string {
  const schema = parameters && toJsonSchema(parameters, 'input')
  return createHash('sha256')
    .update(JSON.stringify([name, description, annotations, schema]))
    .digest('hex')
    .slice(0, 32)
}

async function settled(connections: readonly Connection[]): Promise<void> {
  const enough = new AbortController()
  const attempts = Promise.all(connections.map(({ attempted }) => attempted))
  const patience = pause(PATIENCE, undefined, { signal: enough.signal }).catch(() => {})
  await Promise.race([attempts, patience])
  enough.abort()
}
