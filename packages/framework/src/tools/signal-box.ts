/** Something that has happened outside, as it is sent to a run. */
export interface SentSignal {
  name: string
  /** Told from other signals by it: one that is handed in twice, such as after a restart, counts once. */
  id: string
  value?: unknown
  /** When it was sent; when it is handed in, if absent. */
  at?: number
}

type Kept = SentSignal & { at: number }

/** Signals that no `ctx.signal` has taken yet. A signal may arrive long before the tool waits for it. */
export class SignalBox {
  #waiting: Map<string, Kept[]> | undefined
  #known: Set<string> | undefined

  add(signal: Kept): void {
    this.#known ??= new Set()
    if (this.#known.has(signal.id)) return
    this.#known.add(signal.id)
    this.#waiting ??= new Map()
    const waiting = this.#waiting.get(signal.name)
    if (waiting === undefined) this.#waiting.set(signal.name, [signal])
    else waiting.push(signal)
  }

  get empty(): boolean {
    return this.#waiting === undefined || this.#waiting.size === 0
  }

  arrivedAt(name: string): number | undefined {
    return this.#waiting?.get(name)?.[0]?.at
  }

  take(name: string): Kept | undefined {
    const waiting = this.#waiting?.get(name)
    const first = waiting?.shift()
    if (waiting?.length === 0) this.#waiting!.delete(name)
    return first
  }

  /** Drops a signal that an earlier process has taken. */
  recorded(name: string, id: string): void {
    this.#known ??= new Set()
    this.#known.add(id)
    const waiting = this.#waiting?.get(name)
    // Mostly the first one: of thousands, a replay takes one after the other.
    const place = waiting?.findIndex((signal) => signal.id === id) ?? -1
    if (place === 0) this.take(name)
    else if (place > 0) waiting!.splice(place, 1)
  }
}
