import type { Store } from '../log/log.ts'
import type { StoredQuestion } from '../log/questions.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'

export interface DeliveriesOptions {
  store: Store
  /** Delivers a question. It is called again after a pause if it rejects, or if this process dies meanwhile. */
  deliver: (question: StoredQuestion) => MaybePromise<void>
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
    for (;;) {
      const due = await store.questions.claim(LIMIT, pauses)
      await Promise.all(due.map((question) => this.#deliver(question)))
      if (due.length < LIMIT) return
    }
  }

  async #deliver(question: StoredQuestion): Promise<void> {
    const { store, deliver, onError } = this.#options
    try {
      await deliver(question)
      await store.questions.delivered(question)
    } catch (error) {
      onError(error)
    }
  }
}
