import { isLoss } from '../../log/machine.ts'
import { orAborted } from '../../tools/maybe-promise.ts'
import { keyUsed, openElsewhere } from '../core/idempotency.ts'
import type { SessionCall } from './session-call.ts'

interface Keyed {
  binding: string
  /** Undefined once it has ended. */
  call: SessionCall | undefined
  result: Promise<Record<string, unknown>>
}

/** Results that are kept for a request that is sent again. */
const MOST_KEPT = 1_000

/**
 * The calls that clients named with a key. The same request again waits for the same run, and gets its questions and its result, in
 * any session of this process.
 */
export class KeyedCalls {
  readonly #calls = new Map<string, Keyed>()

  /** Throws a `ProtocolError` if the key was used for another call. A call that was cancelled or is in error is forgotten. */
  async run(
    runId: string,
    binding: string,
    call: SessionCall,
    begin: () => Promise<Record<string, unknown>>,
  ): Promise<Record<string, unknown>> {
    const known = this.#calls.get(runId)
    if (known !== undefined && known.binding !== binding) throw keyUsed()
    if (known !== undefined) return join(known, call)
    const keyed: Keyed = { binding, call, result: begin() }
    this.#calls.set(runId, keyed)
    const [oldest] = this.#calls.keys()
    if (this.#calls.size > MOST_KEPT) this.#calls.delete(oldest!)
    try {
      const result = await keyed.result
      if (call.signal.aborted) this.#calls.delete(runId)
      return result
    } catch (error) {
      this.#calls.delete(runId)
      throw error
    } finally {
      keyed.call = undefined
    }
  }
}

async function join({ call, result }: Keyed, other: SessionCall): Promise<Record<string, unknown>> {
  if (call === undefined) return result
  other.tellProgress()
  const leave = call.join(other)
  try {
    return await orAborted(result.catch(refuseLeft), other.signal)
  } finally {
    leave()
  }
}

/** The session of the first request was left, and its call goes on there: this request must get a response all the same. */
function refuseLeft(error: unknown): never {
  throw isLoss(error) ? openElsewhere() : error
}
