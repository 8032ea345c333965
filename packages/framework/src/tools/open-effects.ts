import { Effect, type RecordedEffect } from './effect.ts'
import { ToolUsageError } from './errors.ts'
import type { Fiber } from './fiber.ts'
import type { Entry } from './journal.ts'
import { andThen, isPromise, type MaybePromise } from './maybe-promise.ts'
import type { Deferred, Outcome, Retried } from './outcome.ts'
import type { Happening } from './outcome-queue.ts'
import { Pending } from './pending.ts'
import { policies } from './policy.ts'
import type { Run } from './run.ts'
import { toOpenedEffect } from './run-watcher.ts'

const NONE: ReadonlyMap<string, Pending> = new Map()

/** The effects that a tool waits for: from when it yields one until it is resumed with the outcome, or waits for it no more. */
export class OpenEffects {
  readonly #run: Run
  #pending: Map<string, Pending> | undefined
  readonly #held: Pending[] = []
  #performing = 0
  #opened = 0
  /** Whether something was performed here: a replay performs nothing. */
  isLive = false

  constructor(run: Run) {
    this.#run = run
  }

  get byAddress(): ReadonlyMap<string, Pending> {
    return this.#pending ?? NONE
  }

  get hasHeld(): boolean {
    return this.#held.length > 0
  }

  get isPerforming(): boolean {
    return this.#performing > 0
  }

  /** Gives an effect its address, and a question its id (R2). */
  open(fiber: Fiber, effect: RecordedEffect): Pending {
    const { recorder, options } = this.#run
    const branch = Effect.branchOf(effect)
    const { asks, hasId, isAttributed } = policies[effect.type]
    if (asks && fiber.cleaning) {
      throw new ToolUsageError(`${effect}: a finally that runs because of a halt cannot ask; it may use steps`)
    }
    if (asks && branch.phase) throw new ToolUsageError(`${effect}: before and after cannot ask; ask in client`)
    const id = hasId ? branch.nextId(effect.key) : ''
    const pending = new Pending(branch.nextAddress(), id, effect, fiber, this.#opened++)
    if (isAttributed) pending.seq = this.#run.elicits++
    const asked = recorder.progress.asked[pending.address]
    if (asked !== undefined) pending.recall(asked)
    else if (asks) pending.attempt = recorder.firstAttempt
    this.#pending ??= new Map()
    this.#pending.set(pending.address, pending)
    fiber.pending = pending
    options.watcher?.opened(toOpenedEffect(pending), effect)
    return pending
  }

  /** Performs an effect when the tool has run as far as it can and no recorded outcome is left (R3). */
  hold(pending: Pending): void {
    pending.state = 'held'
    this.#held.push(pending)
  }

  performHeld(): MaybePromise<void> {
    const { arrivals, recorder, outcomes, timekeeper } = this.#run
    this.isLive = true
    const perform: Pending[] = []
    const started: Entry[] = []
    const early: Happening[] = []
    for (const pending of this.#held.splice(0)) {
      if (pending.state !== 'held') continue
      if (this.#isResting(pending)) {
        pending.state = 'deferred'
        timekeeper.setDeadline(pending, pending.nextAttemptAt!)
        continue
      }
      const happening = arrivals.takeEarly(pending)
      if (happening === undefined) perform.push(pending)
      else early.push(happening)
    }
    for (const pending of perform) {
      if (pending.policy.isDated) recorder.date(pending)
      if (pending.effect.once && !pending.started) started.push({ type: 'started', ...recorder.fact(pending) })
    }
    return andThen(perform.length === 0 ? undefined : recorder.flush(started), () => {
      outcomes.addAll(early)
      for (const pending of perform) this.#run.perform(pending)
    })
  }

  perform(pending: Pending): void {
    const { effect } = pending
    const { timekeeper, recorder, trace } = this.#run
    pending.state = 'performing'
    this.#performing++
    timekeeper.start(pending, Effect.branchOf(effect))
    if (effect.lasts !== undefined) timekeeper.setDeadline(pending, recorder.date(pending) + effect.lasts)
    const result =
      trace === undefined
        ? effect.perform(this.#run, pending)
        : trace.perform(pending, () => effect.perform(this.#run, pending))
    if (!isPromise(result)) return this.#performed(pending, result)
    pending.answering = result
    result.then(
      (done) => this.#performed(pending, done),
      // An effect that was withdrawn has no waiter.
      (error) => pending.state === 'performing' && this.#run.breakDown(error),
    )
  }

  /** Whether the next attempt at a step begins later. */
  #isResting({ nextAttemptAt }: Pending): boolean {
    return nextAttemptAt !== undefined && nextAttemptAt > this.#run.clock.now()
  }

  #performed(pending: Pending, result: Outcome | Deferred | Retried): void {
    if (pending.state !== 'performing') return
    const { recorder, timekeeper, outcomes, arrivals } = this.#run
    this.#performing--
    timekeeper.stop(pending)
    if (result.type === 'retried') return outcomes.retry(pending, result)
    if (result.type !== 'deferred') return outcomes.settle(pending, result)
    pending.state = 'deferred'
    pending.answering = undefined
    if (pending.policy.hasId) arrivals.open.add(pending)
    if (pending.policy.asks) recorder.date(pending)
    this.#run.ring()
  }

  /** Ends an effect that the tool no longer waits for. */
  withdraw(pending: Pending): void {
    this.abandon(pending)
    this.close(pending)
    pending.abort()
    this.#run.options.watcher?.withdrawn(pending.address)
  }

  /** Stops waiting for an effect that is being performed. The promise of a peer is awaited before the run ends. */
  abandon(pending: Pending): void {
    if (pending.state !== 'performing') return
    this.#performing--
    this.#run.timekeeper.stop(pending)
    if (pending.policy.asks && pending.answering !== undefined)
      this.#run.outstanding.add(pending.answering.catch(() => {}))
    pending.abort()
  }

  close(pending: Pending): void {
    const { recorder, arrivals } = this.#run
    pending.state = 'settled'
    this.#pending?.delete(pending.address)
    if (pending.policy.hasId) arrivals.open.remove(pending)
    if (pending.asked !== undefined && pending.isOutside) pending.abort()
    recorder.forget(pending.address)
  }

  /** Aborts what is being performed. A question that was deferred is still open: the journal has it. */
  drop(reason: unknown): void {
    for (const pending of this.byAddress.values()) if (pending.state === 'performing') pending.abort(reason)
    this.#pending = undefined
  }
}
