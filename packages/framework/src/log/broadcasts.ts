import type { Broadcast } from './log.ts'
import { Watchers } from './watchers.ts'

/** Broadcasts to the listeners of this node. As JSON, so that no listener can change what another one receives. */
export class Broadcasts {
  readonly #listeners = new Watchers<[text: string]>()

  listen<E>(key: string, listener: (broadcast: Broadcast<E>) => void): () => void {
    return this.#listeners.add(key, (text) => hearBroadcast(text, listener))
  }

  send(key: string, text: string): void {
    this.#listeners.wake(key, text)
  }
}

/** Calls a listener with a broadcast. Any other text was sent by a program that is no node of the store, and is ignored. */
export function hearBroadcast<E>(text: string, listener: (broadcast: Broadcast<E>) => void): void {
  let found: Broadcast<E> | null
  try {
    found = JSON.parse(text)
  } catch {
    return
  }
  if (typeof found?.after === 'number' && 'event' in found) listener(found)
}
