import type { Branch } from './branch.ts'
import type { Ended, Fiber } from './fiber.ts'
import { History } from './history.ts'
import type { Answered, Entry } from './journal.ts'
import { copyJson } from './json.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import type { Failure, Outcome, Retried } from './outcome.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'
import { SortedList } from './sorted-list.ts'
import { judge, matchEntry, refuseAnswer } from './verdict.ts'

/** Something that has happened and is not recorded yet. */
export type Happening = When &
  (
    | { type: 'settled'; pending: Pending; outcome: Outcome; handedIn?: HandedIn }
    | { type: 'retried'; pending: Pending; failure: Failure; nextAt: number }
    | { type: 'overrun'; branch: Branch }
    | { type: 'abandoned'; fiber: Fiber }
  )

/** An outcome that was handed in, and not returned by a peer: who gave the answer, or the id of the signal. */
interface HandedIn {
  by?: string | undefined
  signal?: string | undefined
}

export type Settled = Extract<Happening, { type: 'settled' }>

interface When {
  /** When it was due, or when it arrived. */
  time: number
  /** Due by itself: a deadline wins over an answer that arrives at the same time. */
  isDue: boolean
  /** The order in which the effects were opened; `LAST` keeps the order in which they were added. */
  order: number
}

const LAST = Number.MAX_SAFE_INTEGER

function compare(one: Happening, other: Happening): number {
  if (one.time !== other.time) return one.time - other.time
  if (one.isDue !== other.isDue) return one.isDue ? -1 : 1
  return one.order - other.order
}

/** What has happened, live and in the journal: it is recorded in the order of its times (R16), and then handed to the tool (R1). */
export class OutcomeQueue {
  readonly #run: Run
  readonly #happened = new SortedList<Happening>(compare)

  constructor(run: Run) {
    this.#run = run
  }

  /** Takes an outcome, which is recorded in its turn. */
  settle(pending: Pending, outcome: Outcome): void {
    const time = this.#run.clock.now()
    pending.state = 'answered'
    // A peer may answer after the deadline, and before the alarm has rung.
    const isLate = pending.deadline !== undefined && pending.deadline <= time
    this.#happened.add(
      isLate ? this.#toExpiry(pending) : { type: 'settled', pending, outcome, time, isDue: false, order: LAST },
    )
    this.#run.woken()
  }

  /** Takes the outcome of a host effect that was deferred, or the failure of a question. It is ignored if nothing waits for it any more. */
  settleHost(id: string, outcome: Outcome): void {
    const { open } = this.#run.arrivals
    const pending = open.get(id)
    // Answers to questions are checked, and come another way.
    if (pending === undefined || (pending.policy.asks && outcome.type !== 'failure')) return
    open.remove(pending)
    this.settle(pending, outcome)
  }

  /** Takes a failed attempt at a step, of which there is another one. */
  retry(pending: Pending, retried: Retried): void {
    pending.state = 'answered'
    this.#happened.add({ ...retried, pending, time: this.#run.clock.now(), isDue: false, order: LAST })
    this.#run.ring()
  }

  /** Thousands may arrive at once, in any order. */
  addAll(happenings: Happening[]): void {
    for (const happening of happenings.sort(compare)) {
      if (happening.type === 'settled') happening.pending.state = 'answered'
      this.#happened.add(happening)
    }
  }

  /** Collects what has happened outside: answers that arrived, and deadlines that have passed (R16). */
  gather(): void {
    const { timekeeper, arrivals, effects } = this.#run
    const due = timekeeper.due()
    const happenings: Happening[] = []
    for (const pending of due?.over ?? []) {
      if (pending.nextAttemptAt !== undefined) {
        pending.deadline = undefined
        effects.hold(pending)
        continue
      }
      const arrived = arrivals.at(pending)
      if (arrived !== undefined && arrived < pending.deadline!) continue
      happenings.push(this.#toExpiry(pending))
    }
    for (const pending of arrivals.answered()) {
      const arrived = arrivals.at(pending)
      if (arrived !== undefined) happenings.push(arrivals.take(pending, arrived))
    }
    for (const branch of due?.branches ?? []) {
      happenings.push({ type: 'overrun', branch, time: branch.stopwatch!.endsAt, isDue: true, order: LAST })
    }
    for (const { fiber, endsAt } of due?.cleanups ?? []) {
      happenings.push({ type: 'abandoned', fiber, time: endsAt, isDue: true, order: LAST })
    }
    if (happenings.length > 0) this.addAll(happenings)
  }

  /** Expires a question: an answer that arrives now is late. */
  #toExpiry(pending: Pending): Happening {
    this.#run.arrivals.open.remove(pending)
    this.#run.effects.abandon(pending)
    const { effect, order } = pending
    return { type: 'settled', pending, outcome: effect.over(), time: pending.deadline!, isDue: true, order }
  }

  takeFirst(): Happening | undefined {
    return this.#happened.takeFirst()
  }

  /** Records an outcome, then passes it to the tool (R1). */
  record(happened: Happening): MaybePromise<void> {
    const { halts, recorder, effects, trace } = this.#run
    if (happened.type === 'overrun') return halts.record(happened.branch, 'timeout')
    if (happened.type === 'abandoned') return halts.recordAbandoned(happened.fiber)
    if (happened.type === 'retried') return this.#recordRetry(happened)
    const { pending } = happened
    if (pending.state !== 'answered') return
    if (pending.policy.isAttributed) pending.answered = this.#attribute(happened)
    return andThen(judge(this.#run, happened), (verdict) => {
      if (verdict.type === 'refused') return effects.hold(pending)
      if (verdict.type === 'kept') {
        const { entry } = verdict
        return andThen(recorder.append(entry), () => {
          this.#recall(pending, entry)
          effects.hold(pending)
        })
      }
      const { entry, given } = verdict
      trace?.settled(happened, recorder.progress.asked[pending.address]?.time)
      recorder.forget(pending.address)
      return andThen(recorder.append(entry), () => this.#handOut(pending, entry, given))
    })
  }

  /** Records a failed attempt at a step, so that the next process waits only for the rest of the pause. */
  #recordRetry({ pending, failure, nextAt }: Extract<Happening, { type: 'retried' }>): MaybePromise<void> {
    if (pending.state !== 'answered') return
    const { recorder, effects } = this.#run
    const { attempt, since } = pending
    // It was performed, so it has begun.
    const rest = { failure, attempt, since: since!, nextAt }
    return andThen(recorder.append({ type: 'retried', ...recorder.fact(pending), ...rest }), () => {
      pending.rest(rest)
      effects.hold(pending)
    })
  }

  /** Who gave the answers so far, this one included. An answer of the caller's client is the caller's. */
  #attribute({ pending, handedIn, time, isDue }: Settled): Answered[] {
    if (isDue) return []
    const person = handedIn?.by ?? (pending.isAddressed ? undefined : this.#run.recorder.header.principal)
    const answered = { ...(person !== undefined && { by: person }), at: time }
    return [...pending.partials.map((partial) => partial.answered), answered]
  }

  /** Takes an outcome from its entry in the journal. */
  replay(entry: Exclude<Entry, { type: 'patched' }>, root: Branch): MaybePromise<void> {
    if (entry.type === 'halted') return this.#run.halts.replay(entry, root)
    const pending = matchEntry(entry, this.#run.effects.byAddress)
    if (entry.ran !== undefined) this.#run.timekeeper.recall(pending.fiber.branch, entry.ran)
    if (entry.type === 'started') {
      pending.started = true
      return
    }
    if (entry.type === 'partial') return this.#recall(pending, entry)
    if (entry.type === 'retried') return pending.rest(entry)
    if (entry.type === 'failure')
      return this.#handOut(pending, entry, { type: 'error', error: pending.effect.toError(entry.failure) })
    pending.answered = entry.answered ?? []
    return andThen(pending.effect.decode(copyJson(entry.value), this.#run, pending), (checked) => {
      if (checked.type === 'invalid') return refuseAnswer(pending, checked.problem)
      return this.#handOut(pending, entry, { type: 'value', value: checked.value })
    })
  }

  /** Takes up one of the answers that a question needs, unless the question showed something else then (R14). */
  #recall(pending: Pending, { content, answered, shown }: Extract<Entry, { type: 'partial' }>): void {
    if (shown === pending.effect.shown()) pending.partials = [...pending.partials, { content, answered }]
  }

  /** Resumes the tool with an outcome. No other code does. */
  #handOut(pending: Pending, entry: Entry, given: Ended): void {
    const { policy, fiber } = pending
    if (policy.asks) this.#run.arrivals.recorded(pending, entry)
    if (entry.type === 'value' && (policy.isAnswer === 'always' || entry.isAnswer)) {
      fiber.history = new History(fiber.history, entry)
    }
    this.#run.effects.close(pending)
    fiber.resumeWith(given)
  }
}
