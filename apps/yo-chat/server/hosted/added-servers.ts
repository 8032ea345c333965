import { type Log, type Store, StreamExistsError } from '@sweatpants/framework/log'

type AddedEvent = { type: 'server_added'; url: string } | { type: 'server_removed'; url: string }

const LIST = 'servers'

/** The servers that people have added, kept in the store: every process that shares it connects to them, and after every start. */
export class AddedServers {
  readonly #log: Log<AddedEvent>
  #lsn = 0
  #urls = new Set<string>()

  private constructor(log: Log<AddedEvent>) {
    this.#log = log
  }

  static async open(store: Store): Promise<AddedServers> {
    const log = store.log<AddedEvent>('mcp-servers')
    try {
      await log.create(LIST, { about: {}, events: [] })
    } catch (error) {
      if (!(error instanceof StreamExistsError)) throw error
    }
    return new AddedServers(log)
  }

  /** As the store has it now. */
  async read(): Promise<readonly string[]> {
    for (const { lsn, event } of await this.#log.read(LIST, this.#lsn)) {
      // Another read may have come first.
      if (lsn <= this.#lsn) continue
      this.#lsn = lsn
      if (event.type === 'server_added') this.#urls.add(event.url)
      else this.#urls.delete(event.url)
    }
    return [...this.#urls]
  }

  async add(url: string): Promise<void> {
    await this.#log.append(LIST, { events: [{ type: 'server_added', url }] })
  }

  async remove(url: string): Promise<void> {
    await this.#log.append(LIST, { events: [{ type: 'server_removed', url }] })
  }

  /** Calls when the list may have changed; returns how to stop. */
  watch(listener: () => void): () => void {
    return this.#log.watch(LIST, listener)
  }
}
