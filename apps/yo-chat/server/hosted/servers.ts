import { setTimeout as pause } from 'node:timers/promises'
import type { McpTool } from '@sweatpants/framework'
import type { Store } from '@sweatpants/framework/chat'
import { HttpError } from '@sweatpants/framework/http'
import { AddedServers } from './added-servers.ts'
import { idOf, labelOf, type ServerAddress } from './address.ts'
import { Connection, type ConnectionOptions, type ConnectionState } from './connection.ts'
import { ToolNames } from './tool-names.ts'

/** A server as the page shows it. */
export interface HostedServerInfo {
  id: string
  /** What it calls itself, or where it is. */
  name: string
  address: string
  state: ConnectionState
  error?: string
  /** As they are named in the chat. */
  tools: string[]
  /** Whether the page can remove it: those of the configuration stay. */
  removable: boolean
}

export interface HostedServersOptions extends ConnectionOptions {
  store: Store
  /** Those that are always connected. */
  configured: readonly ServerAddress[]
  /** Names of the app's own tools, which no server gets. */
  ownNames: readonly string[]
}

const MAX_ADDED = 20

/** How long the first attempts to connect are waited for. */
const PATIENCE = 10_000

/** The MCP servers whose tools the chat has, beside its own. */
export class HostedServers implements AsyncDisposable {
  readonly #options: HostedServersOptions
  readonly #added: AddedServers
  readonly #names: ToolNames
  readonly #connections = new Map<string, Connection>()
  readonly #configured: ReadonlyMap<string, ServerAddress>
  readonly #unwatch: () => void
  #isClosing = false

  private constructor(options: HostedServersOptions, added: AddedServers) {
    this.#options = options
    this.#added = added
    this.#names = new ToolNames(options.ownNames)
    this.#configured = new Map(options.configured.map((address) => [idOf(address), address]))
    this.#unwatch = added.watch(() => void this.#follow().catch(options.onError))
  }

  /** Comes when all are connected or could not be: an unfinished call of a conversation is about to look for its tool. */
  static async start(options: HostedServersOptions): Promise<HostedServers> {
    const servers = new HostedServers(options, await AddedServers.open(options.store))
    await servers.#follow()
    await settled([...servers.#connections.values()])
    return servers
  }

  list(): HostedServerInfo[] {
    return [...this.#connections].map(([id, connection]) => this.#describe(id, connection))
  }

  tools(): McpTool[] {
    return [...this.#connections].flatMap(([id, connection]) => {
      const { name = '', tools, address } = connection
      return tools.map((tool) => ({
        ...tool,
        name: this.#names.nameOf(id, name, tool.name),
        approval: address.approval ?? 'confirm',
        // A call that waits must not go on with another server's tool that has come to its name.
        version: id,
      }))
    })
  }

  /** Comes to the server when the first attempt to connect has ended. */
  async add(url: string): Promise<HostedServerInfo> {
    const id = idOf({ url })
    if (this.#connections.has(id)) throw new HttpError(409, 'server_exists', `${url} is connected already`)
    if ((await this.#added.read()).length >= MAX_ADDED) {
      throw new HttpError(409, 'too_many_servers', `there are ${MAX_ADDED} servers already; remove one first`)
    }
    await this.#added.add(url)
    await this.#follow()
    const connection = this.#connections.get(id)
    if (connection === undefined) throw new HttpError(409, 'server_removed', `${url} has been removed meanwhile`)
    await settled([connection])
    return this.#describe(id, connection)
  }

  async remove(id: string): Promise<void> {
    const connection = this.#connections.get(id)
    if (connection === undefined) throw new HttpError(404, 'server_not_found', `there is no server ${id}`)
    const { address } = connection
    if (this.#configured.has(id) || !('url' in address)) {
      throw new HttpError(403, 'server_configured', 'this server comes from the configuration; remove it there')
    }
    await this.#added.remove(address.url)
    await this.#follow()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true
    this.#unwatch()
    await Promise.all([...this.#connections.values()].map((connection) => connection.close()))
  }

  /** Connects to what has come and closes what has gone, whoever has added or removed it. */
  async #follow(): Promise<void> {
    const urls = await this.#added.read()
    if (this.#isClosing) return
    const added = urls.map((url): [string, ServerAddress] => [idOf({ url }), { url }])
    const wanted = new Map([...this.#configured, ...added, ...this.#configured])
    const gone = [...this.#connections].filter(([id]) => !wanted.has(id))
    for (const [id] of gone) {
      this.#connections.delete(id)
      this.#names.forget(id)
    }
    for (const [id, address] of wanted) {
      if (!this.#connections.has(id)) this.#connections.set(id, new Connection(address, this.#options))
    }
    await Promise.all(gone.map(([, connection]) => connection.close()))
  }

  #describe(id: string, connection: Connection): HostedServerInfo {
    const { address, name = '', state, error, tools } = connection
    return {
      id,
      name: name || labelOf(address),
      address: labelOf(address),
      state,
      ...(error !== undefined && { error }),
      tools: tools.map((tool) => this.#names.nameOf(id, name, tool.name)),
      removable: !this.#configured.has(id),
    }
  }
}

async function settled(connections: readonly Connection[]): Promise<void> {
  const enough = new AbortController()
  const attempts = Promise.all(connections.map(({ attempted }) => attempted))
  const patience = pause(PATIENCE, undefined, { signal: enough.signal }).catch(() => {})
  await Promise.race([attempts, patience])
  enough.abort()
}
