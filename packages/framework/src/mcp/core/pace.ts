import { LimitError } from '../../http/allowance.ts'

const MINUTE = 60_000

/** Names that are counted at one time. */
const MOST_COUNTED = 10_000

/** Limits how often a minute something is done, by name. */
export class Pace {
  readonly #name: string
  readonly #perMinute: number
  readonly #counts = new Map<string, { since: number; count: number }>()

  /** `name`: what is counted, in the plural. */
  constructor(name: string, perMinute: number) {
    this.#name = name
    this.#perMinute = perMinute
  }

  /** Throws a `LimitError` if it was done too often within a minute. */
  take(of: string, now = performance.now()): void {
    const counted = this.#counts.get(of)
    if (counted === undefined || now >= counted.since + MINUTE) {
      this.#counts.delete(of)
      this.#counts.set(of, { since: now, count: 1 })
      const [oldest] = this.#counts.keys()
      if (this.#counts.size > MOST_COUNTED) this.#counts.delete(oldest!)
    } else if (++counted.count > this.#perMinute) {
      throw new LimitError({ name: this.#name, max: this.#perMinute, per: 'caller' }, 'try again in a minute')
    }
  }
}
