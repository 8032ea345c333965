import { setTimeout as delay } from 'node:timers/promises'
import { type Client, ProtocolError } from '@modelcontextprotocol/client'

/** Milliseconds before a subscription is opened again that was lost; each attempt that fails doubles them. */
export const FIRST_PAUSE = 1_000
export const LONGEST_PAUSE = 60_000

type Stop = () => Promise<unknown>

interface Watched {
  readonly uri: string
  readonly listeners: Set<() => void>
  /** Resolves to what ends the subscription at the server. */
  stop?: Promise<Stop>
}

/** The resources of a server that are watched. Each is subscribed to once, and again in the next session. */
export class WatchedResources {
  readonly #open: () => Promise<Client>
  readonly #isOpen: (client: Client) => boolean
  readonly #onError: (error: unknown) => void
  readonly #watched = new Map<string, Watched>()

  /** `open` resolves to the client of an open session, and `isOpen` says whether this still is one. */
  constructor(open: () => Promise<Client>, isOpen: (client: Client) => boolean, onError: (error: unknown) => void) {
    this.#open = open
    this.#isOpen = isOpen
    this.#onError = onError
  }

  /** Returns a function that stops it. */
  watch(uri: string, changed: () => void): () => void {
    const watched = this.#watched.get(uri) ?? this.#begin({ uri, listeners: new Set() })
    watched.listeners.add(changed)
    return () => {
      if (!watched.listeners.delete(changed) || watched.listeners.size > 0) return
      this.#watched.delete(uri)
      watched.stop?.then((stop) => stop()).catch(this.#onError)
    }
  }

  /** The server says that a resource has changed. */
  changed(uri: string): void {
    for (const listener of this.#watched.get(uri)?.listeners ?? []) listener()
  }

  /** Subscribes in a new session to what was watched in the last one. */
  renew(): void {
    for (const watched of this.#watched.values()) this.#begin(watched)
  }

  #begin(watched: Watched, pause = FIRST_PAUSE): Watched {
    this.#watched.set(watched.uri, watched)
    watched.stop = this.#subscribe(watched, pause)
    return watched
  }

  async #subscribe(watched: Watched, pause: number): Promise<Stop> {
    const { uri } = watched
    let client: Client | undefined
    try {
      client = await this.#open()
      const opened = client
      if (opened.getProtocolEra() !== 'modern') {
        await opened.subscribeResource({ uri })
        return () => opened.unsubscribeResource({ uri })
      }
      const subscription = await opened.listen({ resourceSubscriptions: [uri] })
      void subscription.closed.then((how) => (how === 'local' ? undefined : this.#again(watched, opened, FIRST_PAUSE)))
      return () => subscription.close()
    } catch (error) {
      if (pause === FIRST_PAUSE) this.#onError(error)
      // A server that refuses the subscription has answered.
      if (client !== undefined && !(error instanceof ProtocolError)) void this.#again(watched, client, pause)
      return async () => {}
    }
  }

  /** A new session subscribes by itself. */
  async #again(watched: Watched, client: Client, pause: number): Promise<void> {
    await delay(pause, undefined, { ref: false })
    // It may have been stopped, and watched anew.
    if (this.#watched.get(watched.uri) === watched && this.#isOpen(client))
      this.#begin(watched, Math.min(2 * pause, LONGEST_PAUSE))
  }
}
