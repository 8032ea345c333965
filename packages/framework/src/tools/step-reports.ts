import { unref } from './clock.ts'
import type { NotifyEffect } from './effects/emit.ts'

/** Milliseconds between two reports of a step that are sent. */
const INTERVAL = 250

/**
 * Limits how often a step reports, because each report is a message to a client and a record in the log of a chat. The first one
 * is sent at once, then the last one of each interval, and the last one of all when the step ends.
 */
export class StepReports {
  readonly #send: (report: NotifyEffect) => void
  #waiting: NotifyEffect | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(send: (report: NotifyEffect) => void) {
    this.#send = send
  }

  add(report: NotifyEffect): void {
    if (this.#timer === undefined) this.#sendNow(report)
    else this.#waiting = report
  }

  end(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const last = this.#waiting
    this.#waiting = undefined
    if (last !== undefined) this.#send(last)
  }

  #sendNow(report: NotifyEffect): void {
    this.#send(report)
    const next = () => {
      this.#timer = undefined
      const waiting = this.#waiting
      this.#waiting = undefined
      if (waiting !== undefined) this.#sendNow(waiting)
    }
    this.#timer = unref(setTimeout(next, INTERVAL))
  }
}
