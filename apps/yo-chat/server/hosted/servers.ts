import { setTimeout as pause } from 'node:timers/promises'
import type { McpTool } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/chat'
import { HttpError } from '@sweatpants/framework/http'
import type { RefusedTool } from '@sweatpants/framework/mcp'
import { AddedServers } from './added-servers.ts'
import { idOf, labelOf, type ServerAddress } from './address.ts'
import { type Activity, Attempts } from './attempts.ts'
import { Connection, type ConnectionOptions, type ConnectionState } from './connection.ts'
import { ToolNames } from './tool-names.ts'

/** A server as the page shows it. */
export interface HostedServerInfo {
  id: string
  /** The name that the server gives itself, or its address. */
  name: string
  address: string
  /** `disabled`: the app stopped while it was connecting to the server, or more than once during a call of it. */
  state: ConnectionState | 'disabled'
  error?: string
  /** Their names in the chat. */
  tools: string[]
  /** Tools of the server that cannot be used, such as those with a schema that is too large. */
  refused: readonly RefusedTool[]
  /** Whether the page can remove it: servers of the configuration stay. */
  removable: boolean
}

export interface HostedServersOptions extends Omit<ConnectionOptions, 'attempts'> {
  store: Store
  /** Servers that are always connected. */
  configured: readonly ServerAddress[]
  /** Names of the app's own tools, which no server gets. */
  ownNames: readonly string[]
}

const MAX_ADDED = 20

/** Crashes during calls of a server, within a day, after which it is disabled: one may have had another reason. */
const MAX_CRASHES = 2

const DISABLED: Record<Activity, string> = {
  connecting:
    'The app stopped while it was connecting to this server, so it does not connect to it any more. Enable it to try again.',
  calling:
    'The app stopped twice while it was calling a tool of this server, so it does not connect to it any more. Enable it to try again.',
}

/** Milliseconds that the first attempts to connect are waited for. */
const PATIENCE = 10_000

/** The MCP servers whose tools the chat has, beside its own. */
export class HostedServers implements AsyncDisposable {
  readonly #options: HostedServersOptions
  readonly #added: AddedServers
  readonly #attempts: Attempts
  readonly #names: ToolNames
  readonly #connections = new Map<string, Connection>()
  /** Servers that are disabled, and what the app did with them when it stopped. */
  readonly #disabled = new Map<string, { address: ServerAddress; during: Activity }>()
  /** Servers that a request is adding. */
  readonly #adding = new Set<string>()
  readonly #configured: ReadonlyMap<string, ServerAddress>
  readonly #unwatch: () => void
  #isClosing = false

  private constructor(options: HostedServersOptions, added: AddedServers) {
    this.#options = options
    this.#added = added
    this.#attempts = new Attempts(options.store)
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

  list(): HostedServerInfo[] {
    const disabled = [...this.#disabled].map(([id, { address, during }]) => this.#describeDisabled(id, address, during))
    return [...[...this.#connections].map(([id, connection]) => this.#describe(id, connection)), ...disabled]
  }

  tools(): McpTool[] {
    return [...this.#connections].flatMap(([id, connection]) => {
      const { name = '', tools, address } = connection
      return tools.map((tool) => ({
        ...tool,
        name: this.#names.nameOf(id, name, tool.name),
        approval: address.approval ?? 'confirm',
        // A call that waits must not continue with a tool of another server that has the same name.
        version: id,
      }))
    })
  }

  /** Connects to a server, and stores it once that has worked. */
  async add(url: string): Promise<HostedServerInfo> {
    const id = idOf({ url })
    if (this.#connections.has(id) || this.#disabled.has(id) || this.#adding.has(id)) {
      throw new HttpError(409, 'server_exists', `${url} is in the list already`)
    }
    const { urls } = await this.#added.read()
    if (urls.length + this.#adding.size >= MAX_ADDED) {
      throw new HttpError(409, 'too_many_servers', `there are ${MAX_ADDED} servers already; remove one first`)
    }
    this.#adding.add(id)
    try {
      const connection = this.#connect({ url })
      await settled([connection])
      if (connection.state !== 'connected' || this.#connections.has(id)) {
        await connection.close()
        throw new HttpError(422, 'server_failed', connection.error ?? 'This server did not answer in time.')
      }
      this.#connections.set(id, connection)
      await this.#added.append({ type: 'server_added', url }, { type: 'server_enabled', id })
      return this.#describe(id, connection)
    } finally {
      this.#adding.delete(id)
    }
  }

  async remove(id: string): Promise<void> {
    const address = this.#connections.get(id)?.address ?? this.#disabled.get(id)?.address
    if (address === undefined) throw new HttpError(404, 'server_not_found', `there is no server ${id}`)
    if (this.#configured.has(id) || !('url' in address)) {
      throw new HttpError(403, 'server_configured', 'this server comes from the configuration; remove it there')
    }
    await this.#added.append({ type: 'server_removed', url: address.url }, { type: 'server_enabled', id })
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
    return new Connection(address, { ...this.#options, attempts: this.#attempts })
  }

  /** Connects to servers that were added and closes those that were removed, by this process or another one. */
  async #follow(): Promise<void> {
    const { urls, disabled } = await this.#added.read()
    if (this.#isClosing) return
    const added = urls.map((url): [string, ServerAddress] => [idOf({ url }), { url }])
    const wanted = new Map([...this.#configured, ...added, ...this.#configured])
    const gone = [...this.#connections].filter(([id]) => !this.#adding.has(id) && (!wanted.has(id) || disabled.has(id)))
    for (const [id] of gone) {
      this.#connections.delete(id)
      this.#names.forget(id)
    }
    this.#disabled.clear()
    for (const [id, address] of wanted) {
      const during = disabled.get(id)
      if (during !== undefined) this.#disabled.set(id, { address, during })
      else if (!this.#connections.has(id)) this.#connections.set(id, this.#connect(address))
    }
    await Promise.all(gone.map(([, connection]) => connection.close()))
  }

  #describe(id: string, connection: Connection): HostedServerInfo {
    const { address, name = '', state, error, tools, refused } = connection
    return {
      id,
      name: name || labelOf(address),
      address: labelOf(address),
      state,
      ...(error !== undefined && { error }),
      tools: tools.map((tool) => this.#names.nameOf(id, name, tool.name)),
      refused,
      removable: !this.#configured.has(id),
    }
  }

  #describeDisabled(id: string, address: ServerAddress, during: Activity): HostedServerInfo {
    const [name, removable] = [labelOf(address), !this.#configured.has(id)]
    return { id, name, address: name, state: 'disabled', error: DISABLED[during], tools: [], refused: [], removable }
  }
}

async function settled(connections: readonly Connection[]): Promise<void> {
  const enough = new AbortController()
  const attempts = Promise.all(connections.map(({ attempted }) => attempted))
  const patience = pause(PATIENCE, undefined, { signal: enough.signal }).catch(() => {})
  await Promise.race([attempts, patience])
  enough.abort()
}
