import { Changes } from '../../tools/changes.ts'
import { waitAtMost } from '../../tools/maybe-promise.ts'
import { type CallState, toCallState } from '../core/call-state.ts'
import { isUnfinished } from '../core/in-words.ts'

type Result = Record<string, unknown>

/**
 * The calls of sessions that wait for the view of their tool. A view that appears in time claims its call, answers the
 * questions, and the call ends with the result itself. A call that no view claims, or that takes too long, ends with a handle.
 */
export class HeldCalls {
  readonly #held = new Set<HeldCall>()

  /** Holds a call of a session from its request on. `binding` is the same for calls that a view cannot tell apart. */
  hold(session: object, binding: string): HeldCall {
    const held = new HeldCall(session, binding, () => this.#held.delete(held))
    this.#held.add(held)
    return held
  }

  /**
   * Claims a call of a session for a view. Resolves to the state of the call once it asks; `undefined` if there is no such call
   * that is not claimed, or if it ends without a question.
   */
  async claim(session: object, binding: string): Promise<CallState | undefined> {
    const held = [...this.#held].find((call) => call.session === session && call.binding === binding && !call.isClaimed)
    return held?.claim()
  }

  /** A view has gone on with a call. */
  tell(id: string, result: Result): void {
    for (const held of this.#held) if (held.id === id) held.tell(result)
  }
}

export interface HoldOptions {
  /** The id of the stored call. */
  id: string
  /** Milliseconds for which it waits for a view. */
  presence: number
  /** When the call ends without its result, by `performance.now()`. */
  until: number
  /** Aborts when the request is cancelled or the server shuts down. */
  signal: AbortSignal
}

class HeldCall {
  readonly session: object
  readonly binding: string
  readonly #release: () => void
  readonly #asked = Promise.withResolvers<CallState | undefined>()
  readonly #claimed = Promise.withResolvers<void>()
  readonly #changes = new Changes()
  #newest: Result | undefined
  id: string | undefined
  isClaimed = false

  constructor(session: object, binding: string, release: () => void) {
    this.session = session
    this.binding = binding
    this.#release = release
  }

  claim(): Promise<CallState | undefined> {
    this.isClaimed = true
    this.#claimed.resolve()
    return this.#asked.promise
  }

  tell(result: Result): void {
    this.#newest = result
    this.#changes.tell()
  }

  /** Resolves to the result of a call that asks: its own if a view answers in time, else the newest one. */
  async wait(asking: Result, { id, presence, until, signal }: HoldOptions): Promise<Result> {
    this.id = id
    this.#newest = asking
    this.#asked.resolve(toCallState(asking))
    const left = () => until - performance.now()
    if (!this.isClaimed) await waitAtMost(Math.min(presence, left()), this.#claimed.promise, signal)
    while (this.isClaimed && isUnfinished(this.#newest) && !signal.aborted && left() > 0)
      await this.#changes.next(signal, left())
    return this.#newest
  }

  /** The call has its result, or is over. */
  release(): void {
    this.#asked.resolve(undefined)
    this.#release()
  }
}
