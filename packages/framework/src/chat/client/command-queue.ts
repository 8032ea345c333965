/**
 * Delivers the commands of one session to the server.
 *
 * - Q1 Commands are sent in order: the next one when the previous one has its reply.
 * - Q2 A command is retried until the server accepts or refuses it, with the same bytes and the same `commandId`: it is done once.
 */

import { Backoff } from '../../log/client/backoff.ts'
import { ClientClosedError, UnreachableError } from '../../log/client/client-errors.ts'
import type { Clock } from '../../tools/clock.ts'
import type { Command } from '../command.ts'

export interface CommandQueueOptions {
  clock: Clock
  random: () => number
  /** Resolves to the place of the command in the log. */
  deliver: (body: string, signal: AbortSignal) => Promise<number>
}

interface Waiting {
  body: string
  resolve: (lsn: number) => void
  reject: (error: unknown) => void
}

export class CommandQueue {
  readonly #options: CommandQueueOptions
  readonly #backoff: Backoff
  #waiting: Waiting[] = []
  #closing = new AbortController()
  #attempt = new AbortController()
  #isDraining = false

  constructor(options: CommandQueueOptions) {
    this.#options = options
    this.#backoff = new Backoff(options.clock, options.random)
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0
  }

  /** Resolves to the place of the command in the log. Rejects if the server refuses it. */
  push(command: Command): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    // A command that JSON cannot carry fails here and is not retried.
    this.#waiting.push({ body: JSON.stringify(command), resolve, reject })
    if (!this.#isDraining) void this.#drain()
    return promise
  }

  /** The network has changed: retries at once, since the current request may never get its reply. */
  hurry(): void {
    this.#backoff.hurry()
    this.#attempt.abort()
  }

  /** Rejects all commands without a reply. The queue can be used again. */
  close(): void {
    const given = this.#waiting
    this.#waiting = []
    this.#closing.abort()
    this.#closing = new AbortController()
    for (const { reject } of given) reject(new ClientClosedError())
  }

  /** Never rejects. */
  async #drain(): Promise<void> {
    this.#isDraining = true
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const { signal } = this.#closing
      const isOver = await this.#try(next, signal)
      if (signal.aborted) continue
      if (isOver) this.#waiting.shift()
      else await this.#backoff.wait(signal)
    }
    this.#isDraining = false
  }

  async #try({ body, resolve, reject }: Waiting, signal: AbortSignal): Promise<boolean> {
    this.#attempt = new AbortController()
    try {
      resolve(await this.#options.deliver(body, AbortSignal.any([signal, this.#attempt.signal])))
    } catch (error) {
      if (error instanceof UnreachableError) return false
      reject(error)
    }
    this.#backoff.reset()
    return true
  }
}
