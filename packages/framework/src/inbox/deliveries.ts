import type { Store } from '../log/log.ts'
import { pauseAfter, type StoredQuestion } from '../log/questions.ts'
import { SweatpantsError } from '../tools/errors.ts'
import { type MaybePromise, orAborted } from '../tools/maybe-promise.ts'
import { toInboxQuestion } from './question.ts'

export interface DeliveriesOptions {
  store: Store
  /** Delivers a question. It is called again after a pause if it rejects or takes too long, or if this process dies meanwhile. */
  deliver: (question: StoredQuestion, signal: AbortSignal) => MaybePromise<void>
  /** Milliseconds after which a delivery has failed, and its signal aborts: at the latest when another node may claim the question. */
  timeout: number
  /** Milliseconds before the second, third, … attempt; the last is repeated. */
  pauses: readonly number[]
  onError: (error: unknown) => void
}

/** Milliseconds between two looks at the outbox. */
const SCAN_INTERVAL = 1_000

/** Questions that are delivered at once. */
const LIMIT = 10

/** Empties the outbox of a store: each question is delivered at least once while it is open, by any node. */
export class Deliveries {
  readonly #options: DeliveriesOptions
  #timer: ReturnType<typeof setInterval> | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  constructor(options: DeliveriesOptions) {
    this.#options = options
  }

  start(): void {
    this.#timer ??= setInterval(() => this.#look(), SCAN_INTERVAL)
    this.#timer.unref()
    this.#look()
  }

  /** Resolves when what is being delivered is over. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#timer)
    await this.#running
  }

  #look(): void {
    this.#running ??= this.#deliverDue()
      .catch((error) => this.#options.onError(error))
      .finally(() => {
        this.#running = undefined
      })
  }

  async #deliverDue(): Promise<void> {
    const { store, pauses } = this.#options
    while (!this.#isClosed) {
      const claimedAt = performance.now()
      const due = await store.questions.claim(LIMIT, pauses)
      await Promise.all(due.map((question) => this.#deliver(question, claimedAt)))
      if (due.length < LIMIT) return
    }
  }

  async #deliver(question: StoredQuestion, claimedAt: number): Promise<void> {
    const { store, deliver, timeout, pauses, onError } = this.#options
    const controller = new AbortController()
    const limit = Math.min(timeout, pauseAfter(pauses, question.tries))
    const left = Math.max(0, limit - (performance.now() - claimedAt))
    const timer = setTimeout(() => controller.abort(toTimeoutError(question, limit)), left)
    try {
      await orAborted(deliver(question, controller.signal), controller.signal)
      await store.questions.delivered(question)
    } catch (error) {
      onError(error)
    } finally {
      clearTimeout(timer)
    }
  }
}

function toTimeoutError(question: StoredQuestion, timeout: number): SweatpantsError {
  const { key, toolName } = toInboxQuestion(question)
  const problem = `the question "${key}" of ${toolName} was not delivered within ${timeout / 1_000} s`
  return new SweatpantsError(`${problem}; onQuestion is called again after a pause`)
}
