import { replyJson } from '../http/replies.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'

export interface HealthOptions {
  /** Reads something from the store. */
  probe: () => MaybePromise<unknown>
  /** Whether the server is shutting down, so that a load balancer sends no more requests. */
  isDraining: () => boolean
  /** Milliseconds that the store has to answer. Default 2 seconds. */
  timeout?: number
}

/** What `/healthz` replies. It holds no names, addresses or errors. */
export interface HealthReport {
  status: 'ok' | 'failing' | 'draining'
  store: 'reachable' | 'unreachable'
  /** The longest time, in milliseconds, for which the event loop was blocked in the last ten seconds. */
  lagMs: number
}

const TIMEOUT = 2_000

/** Milliseconds of lag from which a server counts as failing. */
const MAX_LAG = 5_000

/** Milliseconds between two measurements of the lag, and for how long one counts. */
const MEASURE_EVERY = 250
const REMEMBERED = 10_000

/** Tells a load balancer whether a server can take requests. */
export class Health {
  readonly #options: HealthOptions
  #lags: { at: number; ms: number }[] = []
  #timer: ReturnType<typeof setInterval> | undefined
  /** One for all requests at a time: the route needs no credentials, and each probe takes a connection to the store. */
  #probing: Promise<boolean> | undefined

  constructor(options: HealthOptions) {
    this.#options = options
  }

  async check(): Promise<HealthReport> {
    this.#watch()
    this.#probing ??= this.#reaches().finally(() => {
      this.#probing = undefined
    })
    const isReachable = await this.#probing
    const lagMs = Math.round(Math.max(0, ...this.#recent().map(({ ms }) => ms)))
    const isOk = isReachable && lagMs < MAX_LAG
    const status = this.#options.isDraining() ? 'draining' : isOk ? 'ok' : 'failing'
    return { status, store: isReachable ? 'reachable' : 'unreachable', lagMs }
  }

  /** Replies 200 while requests can be taken, and 503 otherwise. */
  async reply(): Promise<Response> {
    const report = await this.check()
    return replyJson(report.status === 'ok' ? 200 : 503, report)
  }

  async #reaches(): Promise<boolean> {
    const { probe, timeout = TIMEOUT } = this.#options
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(() => resolve(false), timeout)
    try {
      return await Promise.race([Promise.resolve(probe()).then(() => true), promise])
    } catch {
      // The error is reported by the requests that meet it; a prober learns only that there is one.
      return false
    } finally {
      clearTimeout(timer)
    }
  }

  /** Begins with the first check: some runtimes allow no timers before a request. */
  #watch(): void {
    if (this.#timer !== undefined) return
    let expected = performance.now() + MEASURE_EVERY
    this.#timer = setInterval(() => {
      const now = performance.now()
      this.#lags = [...this.#recent(), { at: now, ms: Math.max(0, now - expected) }]
      expected = now + MEASURE_EVERY
    }, MEASURE_EVERY)
    this.#timer.unref?.()
  }

  #recent(): { at: number; ms: number }[] {
    const from = performance.now() - REMEMBERED
    return this.#lags.filter(({ at }) => at >= from)
  }
}
