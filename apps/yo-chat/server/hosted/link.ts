import type { Effect, McpTool, Operation } from '@sweatpants/framework'
import { HostedCallError, HostedCallInterruptedError, type HostedServer } from '@sweatpants/framework/mcp'
import { withCallAgain } from './call-again.ts'

/** One connection to a server. It stays open behind its successor for as long as calls go over it. */
export class Link {
  readonly server: HostedServer
  /** Resolves to the reason when a call finds that the connection is lost. */
  readonly lost: Promise<string>
  readonly #lose: (reason: string) => void
  readonly #onError: (error: unknown) => void
  #open = 0
  #isRetired = false
  #closed: Promise<void> | undefined

  constructor(server: HostedServer, onError: (error: unknown) => void) {
    const { promise, resolve } = Promise.withResolvers<string>()
    this.server = server
    this.lost = promise
    this.#lose = resolve
    this.#onError = onError
  }

  /** The server's tools as they are now. */
  get tools(): McpTool[] {
    return this.server.tools.map((tool) => {
      const execute: McpTool['execute'] = (params, ctx) => this.#follow(tool.execute(params, ctx))
      return withCallAgain({ ...tool, execute })
    })
  }

  get isClosed(): boolean {
    return this.#closed !== undefined
  }

  /** Closes it with the last of its calls. */
  retire(): void {
    this.#isRetired = true
    this.#closeIfDone()
  }

  close(): Promise<void> {
    this.#closed ??= this.server.close().catch(this.#onError)
    return this.#closed
  }

  *#follow<T>(call: Operation<T>): Generator<Effect, T, unknown> {
    this.#open++
    try {
      return yield* call
    } catch (error) {
      if (isLost(error)) this.#lose(error.message)
      throw error
    } finally {
      this.#open--
      this.#closeIfDone()
    }
  }

  #closeIfDone(): void {
    if (this.#isRetired && this.#open === 0) void this.close()
  }
}

/** Names of failures after which the server is there: an error in the words of the protocol is its own. */
const ANSWERED = ['ProtocolError', 'SignInNeededError']

/** Whether a call failed on its way. */
const isLost = (error: unknown): error is HostedCallError =>
  error instanceof HostedCallError &&
  !(error instanceof HostedCallInterruptedError) &&
  error.failure !== undefined &&
  !ANSWERED.includes(error.failure.name)
