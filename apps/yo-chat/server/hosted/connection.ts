import { setTimeout as pause } from 'node:timers/promises'
import type { McpTool } from '@sweatpants/framework'
import { messageOf } from '@sweatpants/framework/cli'
import { connectMcp } from '@sweatpants/framework/mcp'
import { type ServerAddress, withoutSecrets } from './address.ts'
import { Link } from './link.ts'

export type ConnectionState = 'connecting' | 'connected' | 'failed'

export interface ConnectionOptions {
  /** Milliseconds before the first new attempt; each that fails doubles them. Default 1 second. */
  retryAfter?: number | undefined
  onError: (error: unknown) => void
}

const LONGEST_PAUSE = 60_000

/** A server that is kept connected: when it cannot be reached, or is lost, it is tried again until it is closed. */
export class Connection {
  readonly address: ServerAddress
  /** Comes when the first attempt has ended, in whichever way. */
  readonly attempted: Promise<void>
  readonly #options: ConnectionOptions
  readonly #closing = new AbortController()
  /** The last, and those before it that calls still go over. */
  #links: readonly Link[] = []
  #state: ConnectionState = 'connecting'
  #error: string | undefined
  #link: Link | undefined

  constructor(address: ServerAddress, options: ConnectionOptions) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.address = address
    this.attempted = promise
    this.#options = options
    void this.#keepConnected(resolve)
  }

  get state(): ConnectionState {
    return this.#state
  }

  /** Why it is not connected. */
  get error(): string | undefined {
    return this.#error
  }

  /** What the server calls itself. */
  get name(): string | undefined {
    return this.#link?.server.name
  }

  /** Those of the last connection while there is no new one: a call of them says what is wrong. */
  get tools(): McpTool[] {
    return this.#link?.tools ?? []
  }

  /** Lets go at once; an attempt that is on its way ends by itself. */
  async close(): Promise<void> {
    this.#closing.abort()
    await Promise.all(this.#links.map((link) => link.close()))
  }

  async #keepConnected(onAttempted: () => void): Promise<void> {
    const { retryAfter = 1_000, onError } = this.#options
    const { signal } = this.#closing
    const closed = new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
    let failures = 0
    while (!signal.aborted) {
      try {
        const link = await this.#connect()
        failures = 0
        onAttempted()
        const reason = await Promise.race([link.lost, closed])
        if (reason !== undefined) this.#fail(reason)
      } catch (error) {
        this.#fail(messageOf(error))
        onAttempted()
        if (failures === 0) onError(error)
        await pause(Math.min(retryAfter * 2 ** failures++, LONGEST_PAUSE), undefined, { signal, ref: false }).catch(
          () => {},
        )
      }
    }
  }

  /** Puts a new link in the place of the one that there was. */
  async #connect(): Promise<Link> {
    const { address } = this
    const { onError } = this.#options
    // Without a model of its own, the server's samples are asked of the run that calls, so of the conversation's model.
    const server = await connectMcp({ ...address, capabilities: { elicitation: true, sampling: true }, onError })
    const link = new Link(server, onError)
    if (this.#closing.signal.aborted) await link.close()
    this.#link?.retire()
    this.#link = link
    this.#links = [...this.#links, link].filter(({ isClosed }) => !isClosed)
    this.#state = 'connected'
    this.#error = undefined
    return link
  }

  #fail(reason: string): void {
    this.#state = 'failed'
    this.#error = withoutSecrets(reason, this.address)
  }
}
