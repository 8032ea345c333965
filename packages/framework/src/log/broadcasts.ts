import type { Broadcast } from './log.ts'
import { Watchers } from './watchers.ts'

/** Broadcasts to the listeners of this node. As JSON, so that no listener can change what another one receives. */
export class Broadcasts {
  readonly #listeners = new Watchers<[text: string]>()

  listen<E>(key: string, listener: (broadcast: Broadcast<E>) => void): () => void {
    return this.#listeners.add(key, (text) => listener(JSON.parse(text)))
  }

  send(key: string, text: string): void {
    this.#listeners.wake(key, text)
  }
}
