import { AnswerBox, type Answers, type Arrival, type IgnoredAnswer } from './answer-box.ts'
import type { Entry } from './journal.ts'
import { OpenQuestions } from './open-questions.ts'
import { type Outcome, succeeded } from './outcome.ts'
import type { Happening } from './outcome-queue.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'
import { type SentSignal, SignalBox } from './signal-box.ts'

/** A question that is another one in so many replays in a row is never the same. */
const MAX_CHANGES = 3

/** What has come for the open questions of a run: answers, and signals. A run that asks nothing makes no boxes. */
export class Arrivals {
  readonly open = new OpenQuestions()
  readonly #run: Run
  #answers: AnswerBox | undefined
  #signals: SignalBox | undefined

  constructor(run: Run) {
    this.#run = run
  }

  receive(answers: Answers, arrival: Arrival): void {
    this.#answers ??= new AnswerBox()
    this.#answers.add(answers, arrival.at ?? this.#run.clock.now(), arrival)
  }

  receiveSignal(signal: SentSignal): void {
    this.#signals ??= new SignalBox()
    this.#signals.add({ ...signal, at: signal.at ?? this.#run.clock.now() })
  }

  /** Returns when the first answer or signal came that settles a question. */
  at(pending: Pending): number | undefined {
    if (!pending.policy.asks) return undefined
    if (pending.policy.takes === 'signals') return this.#signals?.arrivedAt(pending.effect.key)
    return this.#answers?.arrivedAt(pending)
  }

  /** Returns the open questions for which something has come. */
  answered(): Pending[] {
    if (this.open.size === 0) return []
    const named = this.#answers?.ids.flatMap((id) => this.open.get(id) ?? []) ?? []
    // A client cannot answer for the host, nor send a signal (R6).
    const answered = named.filter(({ policy }) => policy.asks && policy.takes === 'answers')
    const signals = this.#signals
    if (signals === undefined || signals.empty) return answered
    return [...answered, ...this.open.signalled((name) => signals.arrivedAt(name) !== undefined)]
  }

  /** Takes what came for a question at `time`, which is open no more. */
  take(pending: Pending, time: number): Happening {
    this.open.remove(pending)
    const { order, effect, policy } = pending
    const when = { time, isDue: false, order }
    if (policy.takes === 'signals') {
      const { id, value } = this.#signals!.take(effect.key)!
      return { type: 'settled', pending, outcome: succeeded(value), handedIn: { signal: id }, ...when }
    }
    const { answer, by, from } = this.#answers!.take(pending.id)!
    pending.from = from
    return { type: 'settled', pending, outcome: succeeded(answer), handedIn: { by }, ...when }
  }

  /** Returns how an effect was settled before it is performed: it was answered before, its time is up, or it changes too often. */
  takeEarly(pending: Pending): Happening | undefined {
    const { effect, order } = pending
    const { recorder, clock } = this.#run
    const asked = recorder.progress.asked[pending.address]
    const arrived = this.at(pending)
    if (asked !== undefined) {
      const deadline = effect.lasts === undefined ? Number.POSITIVE_INFINITY : asked.time + effect.lasts
      if (deadline <= (arrived ?? clock.now())) {
        return { type: 'settled', pending, outcome: effect.over(), time: deadline, isDue: true, order }
      }
      if (asked.shown !== undefined && asked.shown !== effect.shown()) return this.#change(pending, arrived)
      // It may have changed with a deploy, and a replay shows the same since. Where it is asked again, nothing was replayed.
      if (pending.asked === undefined && (asked.changed ?? 0) > 1) recorder.confirm(pending)
    }
    if (arrived === undefined) return undefined
    const isToOther = asked === undefined && pending.policy.takes === 'answers' && recorder.mayBeToOther(pending)
    if (asked !== undefined || (effect.isEarly && !isToOther)) return this.take(pending, arrived)
    this.#answers?.ignore(pending.id, isToOther ? 'changed' : 'unknown')
    return undefined
  }

  /** The question shows something else than when it was asked: an answer to the old one does not count (R14). */
  #change(pending: Pending, arrived: number | undefined): Happening | undefined {
    const { recorder, clock } = this.#run
    if (arrived !== undefined) {
      pending.from = this.#answers?.fromOf(pending.id)
      this.#answers?.ignore(pending.id, 'changed')
    }
    const changed = recorder.change(pending)
    if (changed < MAX_CHANGES) return undefined
    const message =
      `its text was different each of the last ${changed} times that the run was replayed; ` +
      'make the message and the context from recorded values, such as those of ctx.step and ctx.now'
    const outcome: Outcome = {
      type: 'failure',
      failure: { name: 'ChangedQuestion', message, data: { attempts: changed } },
    }
    return { type: 'settled', pending, outcome, time: clock.now(), isDue: false, order: pending.order }
  }

  /** Called when the tool is handed what was recorded: later answers to the question, and the same signal again, settle nothing. */
  recorded({ policy, id }: Pending, entry: Entry): void {
    if (policy.asks) {
      this.#answers ??= new AnswerBox()
      this.#answers.recorded(id, entry.time)
    }
    if (entry.type !== 'value' || entry.signal === undefined) return
    this.#signals ??= new SignalBox()
    this.#signals.recorded(entry.key, entry.signal)
  }

  /** Drops all answers that are left, and returns what was ignored. */
  clear(): IgnoredAnswer[] {
    return this.#answers?.clear() ?? []
  }
}
