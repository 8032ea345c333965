import { createHash } from 'node:crypto'
import { appendOrCreate } from '../log/append-or-create.ts'
import type { Log, Store } from '../log/log.ts'
import { UsageError } from './args.ts'
import { toMatcher } from './to-matcher.ts'

const PERIODS = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

interface CallMade {
  type: 'call_made'
  at: number
}

const FORM = /^(?:(.+)=)?(\d+)\/(second|minute|hour|day)$/

/** Returns a limit as it was written. Throws a `UsageError` if it is none. */
export function checkLimit(text: string): string {
  if (FORM.test(text)) return text
  throw new UsageError(
    `--limit takes calls per second, minute, hour or day, like 60/minute or delete_*=5/hour, not "${text}"`,
  )
}

/**
 * How many calls a caller may make within a period. The calls are in the store, so they outlive the process: one stream for each
 * window as long as the period. Of the last two windows, one call decides: the one that is as many places back as the limit.
 */
export class CallLimit {
  readonly covers: (tool: string) => boolean
  readonly #text: string
  readonly #calls: number
  readonly #period: number
  readonly #log: Log<CallMade>

  /** Reads `60/minute`, or `delete_*=5/hour` for some tools. */
  constructor(text: string, store: Pick<Store, 'log'>) {
    const [, pattern = '*', calls, period] = FORM.exec(checkLimit(text))!
    this.#text = text
    this.covers = toMatcher([pattern])
    this.#calls = Number(calls)
    this.#period = PERIODS[period as keyof typeof PERIODS]
    this.#log = store.log<CallMade>('proxy-limit')
  }

  /** Counts a call; resolves to why it cannot be made if there were too many. */
  async take(caller: string | undefined): Promise<string | undefined> {
    for (;;) {
      const now = Date.now()
      const window = Math.floor(now / this.#period)
      const [last, current] = [this.#toId(caller, window - 1), this.#toId(caller, window)]
      const [lastHead = 0, head] = [(await this.#log.get(last))?.head, (await this.#log.get(current))?.head]
      const place = (head ?? 0) - this.#calls + 1
      const [deciding] =
        place > 0
          ? await this.#log.read(current, place - 1, 1)
          : place + lastHead > 0
            ? await this.#log.read(last, place + lastHead - 1, 1)
            : []
      const wait = deciding === undefined ? 0 : deciding.event.at + this.#period - now
      if (this.#calls === 0 || wait > 0) return this.#refuse(wait)
      const counted = {
        about: {},
        events: [{ type: 'call_made' as const, at: now }],
        expiresAt: (window + 2) * this.#period,
      }
      // Unless another call was counted first.
      if (await appendOrCreate(this.#log, current, head, counted)) return undefined
    }
  }

  #toId(caller: string | undefined, window: number): string {
    const hash = createHash('sha256').update(JSON.stringify([this.#text, caller ?? null, window]))
    return hash.digest('hex').slice(0, 32)
  }

  #refuse(wait: number): string {
    const later = wait > 0 ? `; try again in ${Math.ceil(wait / 1_000)} s` : ''
    return `the limit of ${this.#text} is reached${later}`
  }
}
