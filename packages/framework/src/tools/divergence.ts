import type { Ask } from './ask.ts'
import { DivergenceError } from './errors.ts'
import type { Entry } from './journal.ts'

const REMEDY = 'the tool has changed, or does something outside a step that is not the same each time'

/** The ask that a recorded entry is about, or a `DivergenceError` that names what is recorded and what is asked (R2). */
export function matchEntry(entry: Exclude<Entry, { type: 'halted' }>, asks: ReadonlyMap<string, Ask>): Ask {
  const recorded = `${entry.kind} "${entry.key}" at ${entry.at}`
  const ask = asks.get(entry.at)
  if (ask === undefined || entry.kind !== ask.effect.type || entry.key !== ask.effect.key) {
    const asked = ask ?? ([...asks.values()].join(', ') || 'nothing more')
    throw new DivergenceError(`the journal has ${recorded}, but the tool asks for ${asked}; ${REMEDY}`)
  }
  if (entry.digest !== ask.effect.digest()) {
    throw new DivergenceError(`the journal has ${recorded} with another request than the tool makes now; ${REMEDY}`)
  }
  return ask
}

export function refuseAnswer(ask: Ask, problem: string): never {
  throw new DivergenceError(`the answer recorded for ${ask} no longer fits: ${problem}; ${REMEDY}`)
}
