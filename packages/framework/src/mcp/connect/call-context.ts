import { AsyncLocalStorage } from 'node:async_hooks'
import type { Relay } from './relay.ts'

/** A call that receives the server's notifications. */
export interface Heard {
  /** The progress token of this call. */
  readonly id: string
  readonly relay: Relay | undefined
}

/**
 * Finds the call that a message of the server belongs to. Over HTTP a message comes on the stream of the call's own request,
 * which is read in the async context that sent it. Over a pipe, or from a server that uses a stream of its own, it belongs
 * to the only call that is running; with several, to none.
 */
export class CallContext<T extends Heard> {
  readonly #storage = new AsyncLocalStorage<T>()
  readonly #running = new Set<T>()

  enter<R>(call: T, body: () => R): R {
    return this.#storage.run(call, body)
  }

  async running<R>(call: T, body: () => Promise<R>): Promise<R> {
    this.#running.add(call)
    try {
      return await body()
    } finally {
      this.#running.delete(call)
    }
  }

  current(): T | undefined {
    const [only, another] = this.#running
    return this.#storage.getStore() ?? (another === undefined ? only : undefined)
  }

  log(params: { level: string; data: unknown }): void {
    this.current()?.relay?.log(params)
  }

  progress(params: { progressToken: string | number; progress: number; message?: string | undefined }): void {
    for (const { id, relay } of this.#running) if (id === params.progressToken) relay?.progress(params)
  }
}
