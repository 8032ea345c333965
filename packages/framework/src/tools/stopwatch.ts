/** Running time of a branch with a timeout: counts while anything in it, or below it, is being performed. */
export class Stopwatch {
  readonly path: string
  readonly timeout: number
  #used = 0
  #active = 0
  #since = 0

  constructor(path: string, timeout: number) {
    this.path = path
    this.timeout = timeout
  }

  /** Goes on from the time that an earlier process has used. Called while nothing runs. */
  recall(used: number): void {
    this.#used = used
  }

  /** How many things run. */
  get active(): number {
    return this.#active
  }

  start(now: number): void {
    if (this.#active++ === 0) this.#since = now
  }

  stop(now: number): void {
    if (--this.#active === 0) this.#used += now - this.#since
  }

  used(now: number): number {
    return this.#active === 0 ? this.#used : this.#used + now - this.#since
  }

  /** When the timeout passes if nothing stops; never, while nothing runs. */
  get endsAt(): number {
    return this.#active === 0 ? Number.POSITIVE_INFINITY : this.#since + this.timeout - this.#used
  }
}
