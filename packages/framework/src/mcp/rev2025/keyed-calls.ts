import { isLoss } from '../../log/machine.ts'
import { orAborted } from '../../tools/maybe-promise.ts'
import { keyUsed, openElsewhere } from '../core/idempotency.ts'
import type { SessionCall } from './session-call.ts'

type Result = Record<string, unknown>

interface Running {
  binding: string
  call: SessionCall
  result: Promise<Result>
}

/** Results that are kept for a request that is sent again. */
const MOST_KEPT = 1_000

/**
 * The calls that clients named with a key. The same request again waits for the same run, and gets its questions and its result, in
 * any session of this process.
 */
export class KeyedCalls {
  readonly #running = new Map<string, Running>()
  readonly #ended = new Map<string, { binding: string; result: Result }>()

  /** Throws a `ProtocolError` if the key was used for another call. A call that was cancelled or is in error is forgotten. */
  async run(runId: string, binding: string, call: SessionCall, begin: () => Promise<Result>): Promise<Result> {
    const ended = this.#ended.get(runId)
    const running = this.#running.get(runId)
    const known = ended ?? running
    if (known !== undefined && known.binding !== binding) throw keyUsed()
    if (ended !== undefined) return ended.result
    if (running === undefined) return this.#begin(runId, binding, call, begin)
    const result = await join(running, call)
    return result ?? this.run(runId, binding, call, begin)
  }

  async #begin(runId: string, binding: string, call: SessionCall, begin: () => Promise<Result>): Promise<Result> {
    const running = { binding, call, result: begin() }
    this.#running.set(runId, running)
    try {
      const result = await running.result
      if (!call.signal.aborted) this.#keep(runId, binding, result)
      return result
    } finally {
      this.#running.delete(runId)
    }
  }

  #keep(runId: string, binding: string, result: Result): void {
    this.#ended.set(runId, { binding, result })
    const [oldest] = this.#ended.keys()
    if (this.#ended.size > MOST_KEPT) this.#ended.delete(oldest!)
  }
}

/** Resolves to the result of a call for another request; to `undefined` if the call was cancelled, once it needs nothing more. */
async function join({ call, result }: Running, other: SessionCall): Promise<Result | undefined> {
  other.tellProgress()
  const leave = call.join(other)
  try {
    return await orAborted(result, other.signal)
  } catch (error) {
    // The session of the first request was left, and its call goes on there: this request must get a response all the same.
    if (isLoss(error)) throw openElsewhere()
    if (!call.cancelled) throw error
  } finally {
    leave()
  }
  await orAborted(call.over, other.signal)
  return undefined
}
