import { HttpError } from './http-error.ts'

/** A limit that a request has met. */
export interface Limit {
  /** The name of the limited resource, in the plural. */
  readonly name: string
  readonly max: number
  /** Whose limit it is: one caller's, or that of all callers of the server together. */
  readonly per: 'caller' | 'server'
}

/** Seconds after which a refused caller may try again. */
const RETRY_AFTER = 30

/** A request that is refused because a limit is reached. */
export class LimitError extends HttpError {
  override name = 'LimitError'
  readonly limit: Limit

  constructor(limit: Limit, advice: string) {
    const { name, max, per } = limit
    const whose = per === 'caller' ? 'one caller may have' : 'this server allows'
    const code = `too_many_${name.replaceAll(' ', '_')}`
    const message = `${whose} ${max} ${name}, and there are as many; ${advice}`
    super(429, code, message, { 'retry-after': String(RETRY_AFTER) })
    this.limit = limit
  }
}

export interface AllowanceOptions {
  /** The name of the counted resource, in the plural. */
  name: string
  /** The advice for a refused caller. */
  advice: string
  total: number
  perCaller: number
  /** For all callers that cannot be told apart. Default: the total. */
  shared?: number
}

/** Counts what callers hold at one time, per caller before it counts all together. */
export class Allowance {
  readonly #options: AllowanceOptions
  readonly #held = new Map<string | undefined, number>()
  #total = 0

  constructor(options: AllowanceOptions) {
    this.#options = options
  }

  /** Throws a `LimitError` if the caller may not take one more. */
  check(caller: string | undefined): void {
    const { name, advice, total, perCaller, shared = total } = this.#options
    const max = caller === undefined ? shared : perCaller
    if (this.#total >= total) throw new LimitError({ name, max: total, per: 'server' }, advice)
    if ((this.#held.get(caller) ?? 0) >= max) throw new LimitError({ name, max, per: 'caller' }, advice)
  }

  /** Returns a function that gives it back, once. Throws a `LimitError`. */
  take(caller: string | undefined): () => void {
    this.check(caller)
    this.#held.set(caller, (this.#held.get(caller) ?? 0) + 1)
    this.#total++
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#total--
      const left = this.#held.get(caller)! - 1
      if (left === 0) this.#held.delete(caller)
      else this.#held.set(caller, left)
    }
  }
}

/** Returns the name under which a caller is counted: its principal, else its address, else `undefined`. */
export function toCallerName(principal: string | undefined, address: string | undefined): string | undefined {
  if (principal !== undefined) return `principal ${principal}`
  return address === undefined ? undefined : `address ${toNetwork(address)}`
}

/** One customer has a whole /64 of IPv6 addresses. */
function toNetwork(address: string): string {
  const mapped = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  if (mapped !== undefined || !address.includes(':')) return mapped ?? address
  const [head = '', tail = ''] = address.split('%', 1)[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const rest = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: Math.max(0, 8 - groups.length - rest.length) }, () => '0')
  return [...groups, ...zeros, ...rest].slice(0, 4).join(':')
}
