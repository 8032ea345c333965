/**
 * Gets the commands of one session to the server.
 *
 * - Q1 In the order in which they were given: one is sent when the one before it was answered.
 * - Q2 Each until it is taken or refused, always the same bytes with the same `commandId`: the server does it once.
 */

import { Backoff } from '../../log/client/backoff.ts'
import { ClientClosedError, UnreachableError } from '../../log/client/client-errors.ts'
import type { Clock } from '../../tools/clock.ts'
import type { Command } from '../command.ts'

export interface CommandQueueOptions {
  clock: Clock
  random: () => number
  /** Comes to the place of the command in the log. */
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

  /** Rejects with what the server refuses it for. */
  push(command: Command): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    // Here: what JSON cannot carry fails at once, and is not tried again.
    this.#waiting.push({ body: JSON.stringify(command), resolve, reject })
    if (!this.#isDraining) void this.#drain()
    return promise
  }

  /** The network is another: what is under way may never be answered, and what waits need not. */
  hurry(): void {
    this.#backoff.hurry()
    this.#attempt.abort()
  }

  /** Gives up what has not been answered. The queue can be used on. */
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
