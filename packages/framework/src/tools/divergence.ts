import { DivergenceError } from './errors.ts'
import type { Entry } from './journal.ts'
import type { Pending } from './pending.ts'

const REMEDY = 'the tool has changed, or does something outside a step that is not the same each time'

/** The pending effect that a recorded entry is about, or a `DivergenceError` that names what is recorded and what is asked (R2). */
export function matchEntry(entry: Exclude<Entry, { type: 'halted' }>, open: ReadonlyMap<string, Pending>): Pending {
  const recorded = `${entry.kind} "${entry.key}" at ${entry.at}`
  const pending = open.get(entry.at)
  if (pending === undefined || entry.kind !== pending.effect.type || entry.key !== pending.effect.key) {
    const asked = pending ?? ([...open.values()].join(', ') || 'nothing more')
    throw new DivergenceError(`the journal has ${recorded}, but the tool asks for ${asked}; ${REMEDY}`)
  }
  if (entry.digest !== pending.effect.digest()) {
    throw new DivergenceError(`the journal has ${recorded} with another request than the tool makes now; ${REMEDY}`)
  }
  return pending
}

export function refuseAnswer(pending: Pending, problem: string): never {
  throw new DivergenceError(`the answer recorded for ${pending} no longer fits: ${problem}; ${REMEDY}`)
}
