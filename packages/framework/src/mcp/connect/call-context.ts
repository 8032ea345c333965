import { AsyncLocalStorage } from 'node:async_hooks'
import type { Relay } from './relay.ts'

/** A call as the server's notifications find it. */
export interface Heard {
  /** What progress of this call is marked with. */
  readonly id: string
  readonly relay: Relay | undefined
}

/**
 * Which call something that comes from the server belongs to. Over HTTP it comes on the stream of the call's own request,
 * which is read in the context that sent it. A pipe does not say, nor does a server that answers on a stream of its own:
 * then it is the one call that is running, if there is one.
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

  log(params: LogParams): void {
    this.current()?.relay?.log(params)
  }

  progress(params: ProgressParams): void {
    for (const { id, relay } of this.#running) if (id === params.progressToken) relay?.progress(params)
  }
}

export interface LogParams {
  level: string
  data: unknown
}

export interface ProgressParams {
  progressToken: string | number
  progress: number
  message?: string | undefined
}
