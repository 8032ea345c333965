import type { Clock } from '../../tools/clock.ts'

/** Milliseconds. A server sends a heartbeat every 15 seconds: three missing ones mean that the connection is lost. */
const SILENCE = 45_000

/** Characters of a request that a slow network takes in a millisecond. */
const SLOWEST = 20

/** Aborts a request that times out, or whose caller aborts. A long `body` has time to be sent. */
export class Patience {
  readonly signal: AbortSignal
  readonly #controller = new AbortController()
  readonly #clock: Clock
  #heardAt: number
  #stopAlarm = () => {}

  constructor(clock: Clock, owner: AbortSignal, body = '') {
    this.#clock = clock
    this.signal = AbortSignal.any([owner, this.#controller.signal])
    this.#heardAt = clock.now() + body.length / SLOWEST
    this.#watch()
  }

  heard(): void {
    this.#heardAt = this.#clock.now()
  }

  /** Ends the request if it is still open, and clears the timer. */
  end(): void {
    this.#stopAlarm()
    this.#controller.abort()
  }

  /** One timer for many heartbeats: it checks the time of the last one when it fires. */
  #watch(): void {
    const end = this.#heardAt + SILENCE
    this.#stopAlarm = this.#clock.alarm(
      end,
      () => {
        if (this.#clock.now() < this.#heardAt + SILENCE) this.#watch()
        else this.end()
      },
      false,
    )
  }
}
