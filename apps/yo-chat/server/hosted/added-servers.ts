import { type Log, type Store, StreamExistsError } from '@sweatpants/framework/log'
import { idOf } from './address.ts'
import type { Activity } from './attempts.ts'

/** Why a server is disabled: the app stopped during an activity with it, or a person switched it off. */
export type Disabled = Activity | 'switched off'

/** `headers` are sealed. */
type ServerEvent =
  | { type: 'server_added'; url: string; headers?: string }
  | { type: 'server_removed'; url: string }
  | { type: 'server_crashed'; id: string; at: number }
  | { type: 'server_disabled'; id: string; during: Disabled }
  | { type: 'server_enabled'; id: string }
  | { type: 'server_signed_in'; id: string }
  | { type: 'tool_switched'; id: string; tool: string; isOn: boolean }
  | { type: 'tool_allowed'; id: string; tool: string; definition: string }
  | { type: 'tool_not_allowed'; id: string; tool: string }

/** What people chose for a tool. */
export interface ToolChoice {
  isOff?: boolean
  /** The digest of the definition that is called without approval. */
  allowed?: string
}

/** The servers and choices of people, by the id of the server. */
export interface ServerChoices {
  readonly added: ReadonlyMap<string, { url: string; headers?: string }>
  readonly disabled: ReadonlyMap<string, Disabled>
  /** How often a person has signed in. */
  readonly signIns: ReadonlyMap<string, number>
  /** Then by the name of the tool. */
  readonly tools: ReadonlyMap<string, ReadonlyMap<string, ToolChoice>>
}

const LIST = 'servers'

/** Milliseconds for which a crash during a call counts. */
const CRASH_COUNTS = 24 * 60 * 60_000

/**
 * The servers that people added, and those that are disabled, of the configuration too. The store keeps both: every process
 * that shares it connects to the same servers, after every start.
 */
export class AddedServers {
  readonly #log: Log<ServerEvent>
  readonly #added = new Map<string, { url: string; headers?: string }>()
  readonly #disabled = new Map<string, Disabled>()
  readonly #signIns = new Map<string, number>()
  readonly #tools = new Map<string, Map<string, ToolChoice>>()
  readonly #crashes = new Map<string, number[]>()
  #lsn = 0

  private constructor(log: Log<ServerEvent>) {
    this.#log = log
  }

  static async open(store: Store): Promise<AddedServers> {
    const log = store.log<ServerEvent>('mcp-servers')
    try {
      await log.create(LIST, { about: {}, events: [] })
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
    }
    return new AddedServers(log)
  }

  /** The list as it was last read. */
  get choices(): ServerChoices {
    return { added: this.#added, disabled: this.#disabled, signIns: this.#signIns, tools: this.#tools }
  }

  /** Reads the current list. */
  async read(): Promise<ServerChoices> {
    for (const { lsn, event } of await this.#log.read(LIST, this.#lsn)) {
      // Another read may have come first.
      if (lsn <= this.#lsn) continue
      this.#lsn = lsn
      this.#apply(event)
    }
    return this.choices
  }

  /** Records that a process died during a call of the server, and returns how often one did since the server was enabled. */
  async countCrash(id: string): Promise<number> {
    await this.append({ type: 'server_crashed', id, at: Date.now() })
    await this.read()
    return this.#crashes.get(id)?.filter((at) => at > Date.now() - CRASH_COUNTS).length ?? 0
  }

  async append(...events: readonly ServerEvent[]): Promise<void> {
    await this.#log.append(LIST, { events })
  }

  /** Calls the listener when the list may have changed. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    return this.#log.watch(LIST, listener)
  }

  #apply(event: ServerEvent): void {
    switch (event.type) {
      case 'server_added': {
        const { url, headers } = event
        this.#added.set(idOf({ url }), { url, ...(headers !== undefined && { headers }) })
        break
      }
      case 'server_removed': {
        const id = idOf({ url: event.url })
        this.#added.delete(id)
        this.#tools.delete(id)
        break
      }
      case 'server_disabled':
        this.#disabled.set(event.id, event.during)
        break
      case 'server_crashed':
        this.#crashes.set(event.id, [...(this.#crashes.get(event.id) ?? []), event.at])
        break
      case 'server_enabled':
        this.#disabled.delete(event.id)
        this.#crashes.delete(event.id)
        break
      case 'server_signed_in':
        this.#signIns.set(event.id, (this.#signIns.get(event.id) ?? 0) + 1)
        break
      case 'tool_switched':
        this.#choose(event.id, event.tool, ({ isOff: _, ...choice }) => ({
          ...choice,
          ...(!event.isOn && { isOff: true }),
        }))
        break
      case 'tool_allowed':
        this.#choose(event.id, event.tool, (choice) => ({ ...choice, allowed: event.definition }))
        break
      case 'tool_not_allowed':
        this.#choose(event.id, event.tool, ({ allowed: _, ...choice }) => choice)
    }
  }

  #choose(id: string, tool: string, change: (choice: ToolChoice) => ToolChoice): void {
    const tools = this.#tools.get(id) ?? new Map<string, ToolChoice>()
    this.#tools.set(id, tools.set(tool, change(tools.get(tool) ?? {})))
  }
}
