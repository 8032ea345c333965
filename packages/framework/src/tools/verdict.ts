import { messageOf } from './describe.ts'
import { DivergenceError, MisfitError } from './errors.ts'
import type { Ended } from './fiber.ts'
import type { Answered, Entry } from './journal.ts'
import { copyJson, type Json } from './json.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import { type Failed, failed } from './outcome.ts'
import type { Settled } from './outcome-queue.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'
import { toJson } from './to-json.ts'

/**
 * What becomes of an outcome: an entry and what the tool sees of it; one of several answers, with its entry; or the same
 * question once more (R7, R11).
 */
export type Verdict =
  | { type: 'recorded'; entry: Entry; given: Ended }
  | { type: 'kept'; entry: Extract<Entry, { type: 'partial' }> }
  | { type: 'refused' }

const MAX_REFUSALS = 3

const HANDED_IN = { answers: 'the answer', signals: 'its value' }

export function judge(run: Run, { pending, outcome, handedIn }: Settled): MaybePromise<Verdict> {
  if (outcome.type === 'failure') return fail(run, pending, outcome)
  let value: Json | undefined
  try {
    value = toJson(outcome.value, handedIn ? HANDED_IN[pending.policy.takes] : `the result of ${pending.effect}`)
  } catch (error) {
    // The sender of an answer or a signal must not be able to fail the tool.
    return handedIn ? refuse(run, pending, messageOf(error)) : fail(run, pending, failed(error))
  }
  const { effect, policy, answered } = pending
  const combined = effect.combine(value, pending)
  return andThen(effect.decode(copyJson(combined), run, pending), (checked) => {
    if (checked.type === 'invalid') return refuse(run, pending, checked.problem)
    const { at, kind, key, digest, time, ran } = run.recorder.fact(pending)
    if (!effect.isComplete(combined)) return keep(run, pending, value)
    const entry: Entry = { type: 'value', at, kind, key, digest, time }
    if (ran !== undefined) entry.ran = ran
    if (combined !== undefined) entry.value = combined
    if (handedIn !== undefined && policy.isAnswer === 'if handed in') entry.isAnswer = true
    if (policy.isAttributed && answered.length > 0) entry.answered = answered
    if (handedIn?.signal !== undefined) entry.signal = handedIn.signal
    return { type: 'recorded', entry, given: { type: 'value', value: checked.value } }
  })
}

function fail(run: Run, pending: Pending, { failure }: Failed): Verdict {
  const entry: Entry = { type: 'failure', ...run.recorder.fact(pending), failure }
  return { type: 'recorded', entry, given: { type: 'error', error: pending.effect.toError(failure) } }
}

function keep(run: Run, pending: Pending, value: Json | undefined): Verdict {
  const { content = null } = value as { content?: Json }
  // An answer is kept only by a question, which shows something, and only from someone.
  const [answered, shown] = [pending.answered.at(-1) as Answered, pending.effect.shown()!]
  return { type: 'kept', entry: { type: 'partial', ...run.recorder.fact(pending), content, answered, shown } }
}

function refuse(run: Run, pending: Pending, problem: string): Verdict {
  if (pending.policy.takes === 'signals') {
    // A signal is not asked for again: the run waits for the next one.
    run.report(pending.effect.toError({ name: 'InvalidSignal', message: `a signal was ignored: ${problem}` }))
    return { type: 'refused' }
  }
  const refused = run.recorder.refuse(pending, problem)
  if (refused <= MAX_REFUSALS) return { type: 'refused' }
  const message = `${refused} answers were invalid; the last one: ${problem}`
  return fail(run, pending, {
    type: 'failure',
    failure: { name: 'InvalidAnswer', message, data: { attempts: refused } },
  })
}

const REMEDY = 'the tool has changed, or does something outside a step that is not the same each time'

/** The pending effect that a recorded entry is about, or a `DivergenceError` that names what is recorded and what is asked (R2). */
export function matchEntry(entry: Exclude<Entry, { type: 'halted' }>, open: ReadonlyMap<string, Pending>): Pending {
  const recorded = `${entry.kind} "${entry.key}" at ${entry.at}`
  const pending = open.get(entry.at)
  if (pending === undefined || entry.kind !== pending.effect.type || entry.key !== pending.effect.key) {
    const asked = pending ?? ([...open.values()].join(', ') || 'nothing more')
    throw new DivergenceError(`the journal has ${recorded}, but the tool asks for ${asked}; ${REMEDY}`)
  }
  // One of several answers to a question that has changed since is dropped instead: the question is asked anew (R14).
  if (entry.type !== 'partial' && entry.digest !== pending.effect.digest()) {
    throw new DivergenceError(`the journal has ${recorded} with another request than the tool makes now; ${REMEDY}`)
  }
  return pending
}

export function refuseAnswer(pending: Pending, problem: string): never {
  throw new MisfitError(`the answer recorded for ${pending} no longer fits: ${problem}; ${REMEDY}`, problem)
}
