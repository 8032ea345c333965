import { setTimeout as pause } from 'node:timers/promises'
import type { McpTool } from '@sweatpants/framework'
import {
  type ConnectProblem,
  connectMcp,
  HostedConnectError,
  type RefusedTool,
  type SignIn,
} from '@sweatpants/framework/mcp'
import { idOf, type ServerAddress } from './address.ts'
import type { Attempts } from './attempts.ts'
import { Link } from './link.ts'

export type ConnectionState = 'connecting' | 'connected' | 'failed'

export interface ConnectionOptions {
  /** Milliseconds before the first new attempt; each that fails doubles them. Default 1 second. */
  retryAfter?: number | undefined
  /** Marks every attempt to connect, and every request of a call. */
  attempts: Attempts
  /** Authorizes the requests to a server at a URL. */
  signIn: () => Promise<SignIn | undefined>
  onError: (error: unknown) => void
}

const LONGEST_PAUSE = 60_000

/** Milliseconds after which an attempt to connect, and a request of a call, have ended. */
const LONGEST_CONNECT = 120_000
const LONGEST_REQUEST = 60 * 60_000

/** Tools of one server. Every model is told about all of them. */
const MAX_TOOLS = 100

/**
 * What the page says about a failure. It does not show the words of the other side: they may come from inside the network of
 * this machine, and the person at the page may be outside.
 */
const PROBLEMS: Record<ConnectProblem, string> = {
  'not started': 'The app cannot start this command.',
  unreachable: 'The app cannot reach this server.',
  'sign-in needed': 'This server asks you to sign in.',
  'too much': 'This server sends more than the app accepts.',
  'not MCP': 'This address does not answer as an MCP server.',
}

/** Keeps a server connected: it retries a server that cannot be reached, or is lost, until it is closed. */
export class Connection {
  readonly address: ServerAddress
  /** Resolves when the first attempt has ended, with a connection or without. */
  readonly attempted: Promise<void>
  readonly #options: ConnectionOptions
  readonly #closing = new AbortController()
  /** The current link, and earlier ones that still have open calls. */
  #links: readonly Link[] = []
  #state: ConnectionState = 'connecting'
  #error: string | undefined
  #problem: ConnectProblem | undefined
  #retryNow = new AbortController()
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

  get problem(): ConnectProblem | undefined {
    return this.#problem
  }

  /** What the server calls itself. */
  get name(): string | undefined {
    return this.#link?.server.name
  }

  /** The tools of the last connection while there is no new one: a call of them says what is wrong. */
  get tools(): McpTool[] {
    return this.#link?.tools ?? []
  }

  /** The tools of the server that cannot be used. */
  get refused(): readonly RefusedTool[] {
    return this.#link?.server.refused ?? []
  }

  /** Ends the pause before the next attempt, as when a person has signed in. */
  retry(): void {
    this.#retryNow.abort()
  }

  /** Closes the connection. An attempt that is under way ends by itself. */
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
        if (reason !== undefined) this.#fail('The connection to this server was lost.')
      } catch (error) {
        this.#problem = error instanceof HostedConnectError ? error.problem : 'not MCP'
        this.#fail(PROBLEMS[this.#problem])
        onAttempted()
        const isAsked = this.#problem === 'sign-in needed'
        if (failures === 0 && !isAsked) onError(error)
        this.#retryNow = new AbortController()
        const delay = isAsked ? LONGEST_PAUSE : Math.min(retryAfter * 2 ** failures++, LONGEST_PAUSE)
        const ended = AbortSignal.any([signal, this.#retryNow.signal])
        await pause(delay, undefined, { signal: ended, ref: false }).catch(() => {})
      }
    }
  }

  /** Replaces the link with a new one. */
  async #connect(): Promise<Link> {
    const { address } = this
    const { onError, attempts } = this.#options
    const signIn = await this.#options.signIn()
    const limits = { tools: MAX_TOOLS, ...address.limits }
    // Without a model of its own, the server's samples are asked of the run that calls, so of the conversation's model.
    const capabilities = { elicitation: true, url: true, sampling: true }
    const id = idOf(address)
    const longest = address.limits?.answerTime ?? LONGEST_REQUEST
    const inFlight = <T>(request: () => Promise<T>) => attempts.mark(id, 'calling', longest, request)
    const server = await attempts.mark(id, 'connecting', LONGEST_CONNECT, () =>
      connectMcp({
        ...address,
        ...(signIn && { signIn }),
        apps: true,
        limits,
        capabilities,
        inFlight,
        reconnect: false,
        onError,
      }),
    )
    const link = new Link(server, onError)
    if (this.#closing.signal.aborted) await link.close()
    this.#link?.retire()
    this.#link = link
    this.#links = [...this.#links, link].filter(({ isClosed }) => !isClosed)
    this.#state = 'connected'
    this.#error = undefined
    this.#problem = undefined
    return link
  }

  #fail(reason: string): void {
    this.#state = 'failed'
    this.#error = reason
  }
}
