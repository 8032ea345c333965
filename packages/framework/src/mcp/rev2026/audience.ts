import type { Channel } from '../core/channel.ts'
import type { Listener } from './client-peer.ts'
import type { Envelope } from './envelope.ts'

/** A request that waits for a reply. */
export interface Attending extends Listener {
  readonly envelope: Pick<Envelope, 'logLevel' | 'capabilities'>
  readonly channel: Channel
  /** The time at which the reply asks the client to check on the call, by `performance.now()`; `Infinity` for a client that waits. */
  readonly until: number
  /** Whether its client cannot be asked: it reads words, and sends no state. */
  readonly isInWords: boolean
}

/** The requests that wait for one round. The round is cancelled when the last of them is (R10). */
export class Audience {
  readonly listeners = new Set<Listener>()
  /** Functions that remove each waiting request. */
  readonly #leaves = new Map<Attending, () => void>()
  /** Whether the round goes on without its client. */
  isLetGo = false
  readonly #abort = new AbortController()

  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Cancels the round for all requests. */
  cancel(): void {
    this.#abort.abort()
  }

  /** From now on the round goes on without its client. */
  letGo(): void {
    this.isLetGo = true
  }

  /** Returns a function that ends the waiting. `onCancel` is called when the request is cancelled before. */
  add(waiting: Attending, onCancel?: () => void): () => void {
    const { signal } = waiting.channel
    let leave = () => {}
    const cancel = () => {
      leave()
      if (this.listeners.size === 0 && !this.isLetGo) this.#abort.abort()
      onCancel?.()
    }
    leave = () => {
      signal.removeEventListener('abort', cancel)
      this.listeners.delete(waiting)
      this.#leaves.delete(waiting)
    }
    this.listeners.add(waiting)
    this.#leaves.set(waiting, leave)
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    return () => this.#remove(waiting)
  }

  /** Moves the waiting requests to another audience. */
  moveTo(other: Audience): void {
    for (const waiting of [...this.#leaves.keys()]) {
      this.#remove(waiting)
      this.#leaves.set(waiting, other.add(waiting))
    }
  }

  #remove(waiting: Attending): void {
    this.#leaves.get(waiting)?.()
    this.#leaves.delete(waiting)
  }
}
