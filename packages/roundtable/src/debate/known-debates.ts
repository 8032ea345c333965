/** Debates that are remembered. */
const MAX_KNOWN = 1_000

/** The debates that callers of this process have begun or continued. */
export class KnownDebates {
  readonly #known = new Set<string>()

  has(sessionId: string): boolean {
    return this.#known.has(sessionId)
  }

  note(sessionId: string): void {
    this.#known.delete(sessionId)
    this.#known.add(sessionId)
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!)
  }
}
