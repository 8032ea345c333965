import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Caller, type Era } from './caller.ts'
import { type Loopback, serveProviders } from './loopback.ts'
import { type Process, start } from './server-process.ts'

export type Way = 'stdio' | 'http'

/** Providers, a store, and server processes. */
export class Scene implements AsyncDisposable {
  readonly providers: Loopback
  readonly #folder = mkdtempSync(join(tmpdir(), 'roundtable-'))
  readonly #started = new AsyncDisposableStack()
  readonly #store: string

  /** `store` is its location; without it, a file of the scene. */
  constructor(providers: Loopback, store?: string) {
    this.providers = this.#started.use(providers)
    this.#store = store ?? join(this.#folder, 'debates.db')
  }

  get env(): Record<string, string> {
    return { ...this.providers.env, HOME: this.#folder }
  }

  get store(): string[] {
    return ['--store', this.#store]
  }

  /** Starts an HTTP server in a process of its own. */
  async serve(): Promise<{ url: string; process: Process }> {
    const process = this.#started.use(start(['--http', '0', ...this.store], this.env))
    return { url: (await process.until(/http:\S+\/mcp/))[0], process }
  }

  async connect(era: Era, url: string): Promise<Caller> {
    return this.#started.use(await Caller.http(era, url))
  }

  /** Starts a server and connects a caller to it. */
  async open(way: Way, era: Era): Promise<Connection> {
    if (way === 'stdio') {
      const caller = this.#started.use(await Caller.stdio(era, this.store, this.env))
      return { caller, kill: () => caller.kill() }
    }
    const { url, process } = await this.serve()
    return { caller: await this.connect(era, url), kill: async () => void (await process.kill('SIGKILL')) }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#started.disposeAsync()
    await rm(this.#folder, { recursive: true, force: true })
  }
}

export interface Connection {
  caller: Caller
  kill(): Promise<void>
}

export const openScene = async (store?: string): Promise<Scene> => new Scene(await serveProviders(), store)
