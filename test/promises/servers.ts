import type { McpTool } from '@sweatpants/framework'
import { createMemoryStore, type Store } from '@sweatpants/framework/chat'
import { createMortalStore, type MortalStore } from '../../packages/framework/src/testing/mortal-store.ts'
import { openStore } from '../store-options.ts'
import type { LocalOptions, StageOptions } from './path.ts'
import { ServerProcesses } from './processes.ts'
import { type Served, type ServedPathName, type ServeSettings, serve } from './served.ts'
import { createTestStore } from './stores.ts'

/** Servers of one path on one store: when one ends, the next goes on. */
export interface Servers extends AsyncDisposable {
  /** The address of the server that was started last. */
  readonly url: string
  /** Sends a request to the server that was started last, not to the address that a client knows. */
  fetch(address: string | URL, init?: RequestInit): Promise<Response>
  /** What the servers keep, for servers within this process. */
  readonly store?: Store
  /** What was reported to `onError`, by all of them. */
  readonly errors: readonly Error[]
  /** Starts the next server, with other code if there are tools or settings. */
  start(tools?: readonly McpTool[], settings?: ServeSettings): Promise<void>
  /** Ends the server in good order. */
  close(): Promise<void>
  /** Ends the server without a word. */
  kill(): Promise<void>
}

export async function startServers(path: ServedPathName, options: StageOptions): Promise<Servers> {
  const servers = 'tools' in options ? await openLocal(path, options) : new ServerProcesses(path, options)
  await servers.start()
  return servers
}

async function openLocal(path: ServedPathName, options: LocalOptions): Promise<LocalServers> {
  if (options.isForgetful) return new LocalServers(path, options, createMemoryStore(), () => {})
  const { options: place, remove } = createTestStore()
  return new LocalServers(path, options, await openStore(place), remove)
}

/** Servers within this process. One that is killed is abandoned: nothing more of it reaches the store. */
class LocalServers implements Servers {
  readonly errors: Error[] = []
  readonly #path: ServedPathName
  readonly store: Store
  readonly #removeStore: () => void
  readonly #settings: ServeSettings
  #tools: readonly McpTool[]
  #running: (Served & { mortal: MortalStore }) | undefined

  constructor(
    path: ServedPathName,
    { tools, plugins: _, isForgetful: _isForgetful, ...settings }: LocalOptions,
    store: Store,
    removeStore: () => void,
  ) {
    this.#path = path
    this.#tools = tools
    this.#settings = settings
    this.store = store
    this.#removeStore = removeStore
  }

  get url(): string {
    return this.#get().url
  }

  readonly fetch = (address: string | URL, init?: RequestInit): Promise<Response> => redirect(this, address, init)

  async start(tools = this.#tools, settings: ServeSettings = {}): Promise<void> {
    this.#tools = tools
    const mortal = createMortalStore(this.store)
    const onError = (error: unknown) => void this.errors.push(error as Error)
    const served = await serve({
      path: this.#path,
      store: mortal.store,
      tools,
      onError,
      ...this.#settings,
      ...settings,
    })
    this.#running = { ...served, mortal }
  }

  async close(): Promise<void> {
    const { close } = this.#get()
    this.#running = undefined
    await close()
  }

  async kill(): Promise<void> {
    const { mortal, cut } = this.#get()
    this.#running = undefined
    mortal.die()
    cut()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#running !== undefined) await this.close()
    await this.store.close()
    this.#removeStore()
  }

  #get(): Served & { mortal: MortalStore } {
    if (this.#running === undefined) throw new TypeError('no server is running')
    return this.#running
  }
}

/** Keeps the path of an address, and replaces its origin. */
export async function redirect({ url }: Pick<Servers, 'url'>, address: string | URL, init?: RequestInit) {
  const { pathname, search } = new URL(address)
  return fetch(new URL(pathname + search, url), init)
}
