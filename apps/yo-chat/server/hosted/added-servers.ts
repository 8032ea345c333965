import { appendOrCreate, type Log, type Placed, States, type Store } from '@sweatpants/framework/log'
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

type ById<T> = Readonly<Record<string, T>>

/** The servers and choices of people, by the id of the server. */
export interface ServerChoices extends Placed {
  readonly added: ById<{ url: string; headers?: string }>
  readonly disabled: ById<Disabled>
  /** How often a person has signed in. */
  readonly signIns: ById<number>
  /** When processes died during calls of the server, since it was enabled. */
  readonly crashes: ById<readonly number[]>
  /** A list, because servers name their tools. */
  readonly tools: readonly (ToolChoice & { id: string; tool: string })[]
}

const LIST = 'servers'

const NONE: ServerChoices = { lsn: 0, added: {}, disabled: {}, signIns: {}, crashes: {}, tools: [] }

/** Raised when the choices look different from what older snapshots hold. */
const SHAPE = 1

/** Milliseconds for which a crash during a call counts. */
const CRASH_COUNTS = 24 * 60 * 60_000

/**
 * The servers that people added, and those that are disabled, of the configuration too. The store keeps both: every process
 * that shares it connects to the same servers, after every start.
 */
export class AddedServers {
  readonly #log: Log<ServerEvent>
  readonly #states: States<ServerChoices, ServerEvent>
  #choices = NONE

  private constructor(log: Log<ServerEvent>) {
    this.#log = log
    this.#states = new States({ log, initial: NONE, reduce, shape: SHAPE, cached: 1 })
  }

  static async open(store: Store): Promise<AddedServers> {
    const log = store.log<ServerEvent>('mcp-servers')
    await appendOrCreate(log, LIST, undefined, { about: {}, events: [] })
    return new AddedServers(log)
  }

  /** The list as it was last read. */
  get choices(): ServerChoices {
    return this.#choices
  }

  /** Reads the current list. */
  async read(): Promise<ServerChoices> {
    const read = await this.#states.load(LIST)
    // A later read may have come first.
    if (read.lsn > this.#choices.lsn) this.#choices = read
    return this.#choices
  }

  /** Records that a process died during a call of the server, and returns how often one did since the server was enabled. */
  async countCrash(id: string): Promise<number> {
    await this.append({ type: 'server_crashed', id, at: Date.now() })
    const { crashes } = await this.read()
    return (crashes[id] ?? []).filter((at) => at > Date.now() - CRASH_COUNTS).length
  }

  async append(...events: readonly ServerEvent[]): Promise<void> {
    await this.#log.append(LIST, { events })
  }

  /** Calls the listener when the list may have changed. Returns a function that stops it. */
  watch(listener: () => void): () => void {
    return this.#log.watch(LIST, listener)
  }
}

const reduce = (choices: ServerChoices, event: ServerEvent, lsn: number): ServerChoices => ({
  ...choices,
  ...change(choices, event),
  lsn,
})

function change(
  { added, disabled, signIns, crashes, tools }: ServerChoices,
  event: ServerEvent,
): Partial<ServerChoices> {
  switch (event.type) {
    case 'server_added': {
      const { url, headers } = event
      return { added: { ...added, [idOf({ url })]: { url, ...(headers !== undefined && { headers }) } } }
    }
    case 'server_removed': {
      const id = idOf({ url: event.url })
      return { added: without(added, id), tools: tools.filter((choice) => choice.id !== id) }
    }
    case 'server_disabled':
      return { disabled: { ...disabled, [event.id]: event.during } }
    case 'server_crashed':
      return { crashes: { ...crashes, [event.id]: [...(crashes[event.id] ?? []), event.at] } }
    case 'server_enabled':
      return { disabled: without(disabled, event.id), crashes: without(crashes, event.id) }
    case 'server_signed_in':
      return { signIns: { ...signIns, [event.id]: (signIns[event.id] ?? 0) + 1 } }
    case 'tool_switched':
      return choose(tools, event, ({ isOff: _, ...choice }) => ({ ...choice, ...(!event.isOn && { isOff: true }) }))
    case 'tool_allowed':
      return choose(tools, event, (choice) => ({ ...choice, allowed: event.definition }))
    case 'tool_not_allowed':
      return choose(tools, event, ({ allowed: _, ...choice }) => choice)
    default:
      // A newer version has written it.
      return {}
  }
}

const without = <T>(all: ById<T>, id: string): ById<T> => {
  const { [id]: _, ...others } = all
  return others
}

function choose(
  tools: ServerChoices['tools'],
  { id, tool }: { id: string; tool: string },
  change: (choice: ToolChoice) => ToolChoice,
): Pick<ServerChoices, 'tools'> {
  const isMeant = (choice: { id: string; tool: string }) => choice.id === id && choice.tool === tool
  const { id: _, tool: __, ...choice } = tools.find(isMeant) ?? { id, tool }
  return { tools: [...tools.filter((one) => !isMeant(one)), { id, tool, ...change(choice) }] }
}
