import { type Log, type Store, StreamExistsError } from '@sweatpants/framework/log'
import type { Activity } from './attempts.ts'

type ServerEvent =
  | { type: 'server_added'; url: string }
  | { type: 'server_removed'; url: string }
  | { type: 'server_crashed'; id: string; at: number }
  | { type: 'server_disabled'; id: string; during: Activity }
  | { type: 'server_enabled'; id: string }

const LIST = 'servers'

/** Milliseconds for which a crash during a call counts. */
const CRASH_COUNTS = 24 * 60 * 60_000

/**
 * The servers that people added, and those that are disabled, of the configuration too. The store keeps both: every process
 * that shares it connects to the same servers, after every start.
 */
export class AddedServers {
  readonly #log: Log<ServerEvent>
  readonly #urls = new Set<string>()
  readonly #disabled = new Map<string, Activity>()
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

  /** Reads the current list. */
  async read(): Promise<{ urls: readonly string[]; disabled: ReadonlyMap<string, Activity> }> {
    for (const { lsn, event } of await this.#log.read(LIST, this.#lsn)) {
      // Another read may have come first.
      if (lsn <= this.#lsn) continue
      this.#lsn = lsn
      this.#apply(event)
    }
    return { urls: [...this.#urls], disabled: new Map(this.#disabled) }
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
    if (event.type === 'server_added') this.#urls.add(event.url)
    else if (event.type === 'server_removed') this.#urls.delete(event.url)
    else if (event.type === 'server_disabled') this.#disabled.set(event.id, event.during)
    else if (event.type === 'server_crashed') {
      this.#crashes.set(event.id, [...(this.#crashes.get(event.id) ?? []), event.at])
    } else {
      this.#disabled.delete(event.id)
      this.#crashes.delete(event.id)
    }
  }
}
