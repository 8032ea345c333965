import type { Json } from '../tools/json.ts'
import type { MaybePromise } from '../tools/maybe-promise.ts'
import { type Log, LogConflictError } from './log.ts'
import type { QuestionChanges } from './questions.ts'
import type { Placed, States } from './states.ts'

/** What a command appends; its own event is the last. A command without events is not written. */
export interface Decided<E> {
  events: readonly E[]
  about?: Json
  questions?: QuestionChanges
}

/**
 * Appends a command once and resolves to the place of its own event. The decision is made anew when something was
 * appended meanwhile; a repeated `commandId` resolves to the place of the first.
 */
export async function appendCommand<S extends Placed, E>(
  { log, states }: { log: Log<E>; states: States<S, E> },
  id: string,
  commandId: string,
  decide: (state: S) => MaybePromise<Decided<E>>,
): Promise<number> {
  for (;;) {
    // Read before looking the command up: a state that has the command already would refuse it.
    const state = await states.load(id)
    const known = await log.find(id, commandId)
    if (known !== undefined) return known
    const decided = await decide(state)
    if (decided.events.length === 0) return state.lsn
    try {
      const { lsn } = await log.append(id, { ...decided, head: state.lsn, commandId, dueAt: 0 })
      return lsn
    } catch (error) {
      if (!(error instanceof LogConflictError)) throw error
    }
  }
}
