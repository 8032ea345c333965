/** Too small to see beside the tool's own numbers, and large enough to be another number. */
const LITTLE = 1e-6

/** The `progress` of notifications, which MCP wants to grow with each: the tool's own numbers, or a count if it gives none. */
export class GrowingProgress {
  #last: number | undefined
  #isCounted = true

  next(given: number | undefined): number {
    if (given !== undefined && (this.#last === undefined || given > this.#last)) {
      this.#isCounted = false
      this.#last = given
    } else {
      const last = this.#last ?? 0
      this.#last = last + (this.#isCounted ? 1 : LITTLE * Math.max(1, Math.abs(last)))
    }
    return this.#last
  }
}
