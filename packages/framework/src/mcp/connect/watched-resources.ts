import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '@modelcontextprotocol/client'

/** Milliseconds before a resource is subscribed to again whose subscription was lost. */
const PAUSE = 1_000

type Stop = () => Promise<unknown>

interface Watched {
  listeners: Set<() => void>
  /** Resolves to what ends the subscription at the server. */
  stop: Promise<Stop>
}

/** The resources of a server that are watched. Each is subscribed to once, and again in the next session. */
export class WatchedResources {
  readonly #client: () => Promise<Client>
  readonly #onError: (error: unknown) => void
  readonly #watched = new Map<string, Watched>()

  constructor(client: () => Promise<Client>, onError: (error: unknown) => void) {
    this.#client = client
    this.#onError = onError
  }

  /** Returns a function that stops it. */
  watch(uri: string, changed: () => void): () => void {
    const watched = this.#watched.get(uri) ?? { listeners: new Set(), stop: this.#subscribe(uri) }
    this.#watched.set(uri, watched)
    watched.listeners.add(changed)
    return () => {
      if (!watched.listeners.delete(changed) || watched.listeners.size > 0) return
      this.#watched.delete(uri)
      watched.stop.then((stop) => stop()).catch(this.#onError)
    }
  }

  /** The server says that a resource has changed. */
  changed(uri: string): void {
    for (const listener of this.#watched.get(uri)?.listeners ?? []) listener()
  }

  /** Subscribes in a new session to what was watched in the last one. */
  renew(): void {
    for (const [uri, watched] of this.#watched) watched.stop = this.#subscribe(uri)
  }

  async #subscribe(uri: string): Promise<Stop> {
    try {
      const client = await this.#client()
      if (client.getProtocolEra() !== 'modern') {
        await client.subscribeResource({ uri })
        return () => client.unsubscribeResource({ uri })
      }
      const subscription = await client.listen({ resourceSubscriptions: [uri] })
      void subscription.closed.then((how) => (how === 'local' ? undefined : this.#again(uri)))
      return () => subscription.close()
    } catch (error) {
      this.#onError(error)
      return async () => {}
    }
  }

  async #again(uri: string): Promise<void> {
    await pause(PAUSE, undefined, { ref: false })
    const watched = this.#watched.get(uri)
    if (watched !== undefined) watched.stop = this.#subscribe(uri)
  }
}
