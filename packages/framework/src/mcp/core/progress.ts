import type { NotifyEffect } from '../../tools/effects/emit.ts'
import { type Recording, sumEmitted } from '../../tools/journal.ts'

/** Too small to see beside the tool's own numbers, and large enough to be another number. */
const LITTLE = 1e-6

/** The `progress` of notifications, which MCP wants to grow with each: the tool's own numbers, or a count if it gives none. */
export class GrowingProgress {
  #last: number | undefined
  #isCounted: boolean

  /** `after`: the last number that the request had before. From there on nothing is counted: `progressOf` would not know of it. */
  constructor(after?: number) {
    this.#last = after
    this.#isCounted = after === undefined
  }

  next(given: number | undefined): number {
    if (given !== undefined && (this.#last === undefined || given > this.#last)) {
      this.#isCounted = false
      this.#last = given
      return given
    }
    if (!this.#isCounted) return this.beat()
    this.#last = Math.floor(this.#last ?? 0) + 1
    return this.#last
  }

  /** Grows by so little that every number of the tool is still higher. */
  beat(): number {
    const last = this.#last ?? 0
    this.#last = last + LITTLE * Math.max(1, Math.abs(last))
    return this.#last
  }
}

/**
 * Returns a number that the progress of a run had not passed when its process ended. The run records its own highest number, and
 * not what was counted or repeated between those. `every`: milliseconds between two heartbeats.
 */
export function progressOf({ header, entries, progress }: Recording, every: number): number {
  const { highest, asked } = progress
  const said = sumEmitted(progress) + entries.length + Object.keys(asked).length
  const beats = Math.max(0, Date.now() - header.startedAt) / Math.max(1, every)
  const [last, times] = highest === undefined ? [said, beats] : [highest, said + beats]
  return last + Math.max(1, Math.abs(last)) * ((1 + LITTLE) ** times - 1)
}

/** Milliseconds between two heartbeats: also on a busy machine, less than ten seconds pass without one. Clients that give up after a minute without progress wait on. */
export const HEARTBEAT = 5_000

type Send = (params: Record<string, unknown>) => void

/** The progress notifications of one request. While the tool says nothing, a heartbeat repeats its last message. */
export class ProgressLine {
  readonly #token: string | number | undefined
  readonly #send: Send
  readonly #progress: GrowingProgress
  readonly #timer: NodeJS.Timeout | undefined
  #last: Pick<NotifyEffect, 'message' | 'total'> = { message: 'still running' }

  /** Without a token the client wants no progress. */
  constructor(token: string | number | undefined, send: Send, every = HEARTBEAT, after?: number) {
    this.#progress = new GrowingProgress(after)
    this.#token = token
    this.#send = send
    if (token !== undefined) this.#timer = setInterval(() => this.#write(this.#progress.beat()), every)
    this.#timer?.unref?.()
  }

  say({ message, progress, total }: Omit<NotifyEffect, 'type'>): void {
    if (this.#token === undefined) return
    this.#last = { message, ...(total !== undefined && { total }) }
    this.#timer?.refresh?.()
    this.#write(this.#progress.next(progress))
  }

  /** Ends the heartbeats. */
  stop(): void {
    clearInterval(this.#timer)
  }

  #write(progress: number): void {
    const { message, total } = this.#last
    // A count of messages is not a part of the total.
    const isPart = total !== undefined && progress <= total
    this.#send({ progressToken: this.#token, progress, ...(isPart && { total }), message })
  }
}
