import { isLoss } from '../../log/machine.ts'
import { keyUsed, openElsewhere } from '../core/idempotency.ts'

interface Keyed {
  binding: string
  result: Promise<Record<string, unknown>>
}

/** Results that are kept for a request that is sent again. */
const MOST_KEPT = 1_000

/**
 * The calls that clients named with a key. The same request again waits for the same run and gets its result, in any session
 * of this process.
 */
export class KeyedCalls {
  readonly #calls = new Map<string, Keyed>()

  /** Throws a `ProtocolError` if the key was used for another call. A call that was cancelled or is in error is forgotten. */
  async run(
    runId: string,
    binding: string,
    signal: AbortSignal,
    call: () => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const known = this.#calls.get(runId)
    if (known !== undefined && known.binding !== binding) throw keyUsed()
    if (known !== undefined) return known.result.catch(refuseLeft)
    const keyed = { binding, result: call() }
    this.#calls.set(runId, keyed)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > MOST_KEPT) this.#calls.delete(oldest!)
    try {
      const result = await keyed.result
      if (signal.aborted) this.#calls.delete(runId)
      return result
    } catch (error) {
      this.#calls.delete(runId)
      throw error
    }
  }
}

/** The session of the first request was left, and its call goes on there: this request must get a response all the same. */
function refuseLeft(error: unknown): never {
  throw isLoss(error) ? openElsewhere() : error
}
