interface Watched {
  readonly kind: string
  readonly sessionId: string
  readonly listeners: Set<() => void>
  /** Where its log ended when this was last asked. */
  head: number
}

/** A session as the database names it. */
export interface SessionKey {
  kind: string
  session_id: string
}

/** Who on this node waits for news of which session. */
export class WatchedSessions {
  readonly #watched = new Map<string, Watched>()

  add(kind: string, sessionId: string, listener: () => void): () => void {
    const key = toKey(kind, sessionId)
    const watched = this.#watched.get(key) ?? { kind, sessionId, listeners: new Set(), head: 0 }
    this.#watched.set(key, watched)
    const { listeners } = watched
    // Its own function: a listener that watches twice stops once at a time, and is not called once it has stopped.
    const call = () => void (listeners.has(call) && listener())
    listeners.add(call)
    return () => {
      listeners.delete(call)
      if (listeners.size === 0 && this.#watched.get(key) === watched) this.#watched.delete(key)
    }
  }

  wake(key: string): void {
    for (const call of this.#watched.get(key)?.listeners ?? []) queueMicrotask(call)
  }

  wakeAll(): void {
    for (const key of this.#watched.keys()) this.wake(key)
  }

  keys(): SessionKey[] {
    return Array.from(this.#watched.values(), ({ kind, sessionId }) => ({ kind, session_id: sessionId }))
  }

  /** Wakes those whose log ends elsewhere than it did the last time; one that is gone ends at 0. */
  compare(asked: readonly SessionKey[], found: readonly (SessionKey & { head: number })[]): void {
    const heads = new Map(found.map(({ kind, session_id, head }) => [toKey(kind, session_id), head]))
    for (const { kind, session_id } of asked) {
      const key = toKey(kind, session_id)
      const watched = this.#watched.get(key)
      const head = heads.get(key) ?? 0
      if (watched === undefined || watched.head === head) continue
      watched.head = head
      this.wake(key)
    }
  }
}

/** Also what is sent in a notification. A clash of two only wakes somebody in vain. */
export const toKey = (kind: string, sessionId: string): string => `${kind}/${sessionId}`
