import { EffectError, type RunResult } from '@sweatpants/framework'
import {
  type Blocked,
  type Driven,
  type DriverAppend,
  isDivergence,
  isLoss,
  LogConflictError,
  type Machine,
  RecordSizeError,
  type RunChange,
  type StreamRecord,
  toProblem,
  type Work,
} from '@sweatpants/framework/log'
import { toQuestionChanges, toQuestionState } from '../session/context-questions.ts'
import { type DebateState, reduceDebate } from '../session/debate-state.ts'
import { type Happening, type RoundtableEvent, stamp } from '../session/event.ts'
import { roundId } from '../session/outside-event.ts'
import { reduce } from '../session/reduce.ts'
import { openRound } from '../session/session.ts'
import { toAbout } from '../session/session-manager.ts'
import { DebateRun, type DebateRunOptions, findJob, type Job } from './debate-run.ts'

export interface DebateMachineOptions
  extends Pick<DebateRunOptions, 'states' | 'resolve' | 'settings' | 'records' | 'tools'> {
  /** Whether this process drives the session. */
  accepts: (record: StreamRecord) => boolean
  now: () => number
  onError: (error: unknown) => void
}

/** A round that its code cannot continue is interrupted after this many milliseconds. */
const BLOCKED_FOR = 7 * 86_400_000

/** How debates are driven. */
export const createDebateMachine = (options: DebateMachineOptions): Machine<DebateState, RoundtableEvent> => ({
  kind: 'debate',
  // Between two rounds there is nothing to keep in memory.
  idle: 0,
  now: options.now,
  accepts: options.accepts,
  async load({ id }) {
    const state = await options.states.load(id)
    return { state, lsn: state.lsn }
  },
  reduce: reduceDebate,
  begin: (driven) => new DebateWork(options, driven),
  onError: options.onError,
})

/** The rounds and write-ups of a debate, one at a time. */
class DebateWork implements Work<RoundtableEvent> {
  readonly #options: DebateMachineOptions
  readonly #driven: Driven<DebateState, RoundtableEvent>
  #current: DebateRun | undefined
  /** Events to append. */
  #said: Happening[] = []
  /** Runs that have ended and are not deleted yet. */
  #over: string[] = []
  #writing: Promise<void> = Promise.resolve()
  #marking: Promise<unknown> = Promise.resolve()
  #caughtUp = Promise.withResolvers<void>()
  /** The place of the log up to which this driver has updated what lists show. */
  #listedAt = 0
  /** The run that this driver has listed as cancelled. */
  #stopped: string | undefined

  constructor(options: DebateMachineOptions, driven: Driven<DebateState, RoundtableEvent>) {
    this.#options = options
    this.#driven = driven
    const { session } = driven.state
    // The driver that ended the last round may have died before it deleted the run.
    if (openRound(session!) === undefined) this.#over.push(roundId(session!.id, session!.currentRound))
  }

  get waits(): boolean {
    const hasWork = this.#current !== undefined || this.#said.length > 0 || !this.#isListed
    return !hasWork && findJob(this.#driven.state) === undefined
  }

  get wakeAt(): undefined {
    return undefined
  }

  async tidy(): Promise<void> {
    await this.#marking
    for (const runId of this.#over.splice(0)) await this.#driven.runs.delete(runId)
  }

  reconcile(): void {
    this.#caughtUp.resolve()
    this.#caughtUp = Promise.withResolvers()
    const job = findJob(this.#driven.state)
    if (this.#current !== undefined) {
      if (this.#current.job.runId !== job?.runId) this.#current.drop()
      return
    }
    this.#markStopped()
    if (job === undefined || this.#said.length > 0) return
    const record = (happening: Happening, commandId?: string) => this.#record(happening, commandId)
    const run = new DebateRun(job, { ...this.#options, driven: this.#driven, record })
    this.#current = run
    run.ended.then(
      (result) => this.#end(run, result),
      (error) => this.#fail(run, error),
    )
  }

  take(): { append?: DriverAppend<RoundtableEvent> } {
    this.#announceAgain()
    const events = this.#said.splice(0).map((happening) => stamp(happening, this.#options.now()))
    if (events.length === 0 && this.#isListed) return {}
    const session = events.reduce(reduce, this.#driven.state.session!)
    const { lsn } = this.#driven.state
    this.#listedAt = lsn
    // Only at the end of the log: a command that came before would be missing in the list.
    return { append: { events, head: lsn, about: toAbout({ session }), questions: toQuestionState(session) } }
  }

  putBack(events: readonly RoundtableEvent[]): void {
    this.#listedAt = 0
    // `take` announces a round itself.
    this.#said.unshift(...events.filter(({ type }) => type !== 'round_play'))
  }

  /** Whether lists show what was appended from outside. */
  get #isListed(): boolean {
    return (this.#driven.state.outsideAt ?? 0) <= this.#listedAt
  }

  /** Says that the round is played for a caller that continued it before this process noticed the interruption. */
  #announceAgain(): void {
    const current = this.#current
    const round = openRound(this.#driven.state.session!)
    const isPlaying = current?.isAnnounced && !current.isDropped
    const isSame = current?.job.runId === findJob(this.#driven.state)?.runId
    if (isPlaying && isSame && round?.stage === 'called') this.#said.push({ type: 'round_play', round: round.number })
  }

  blocked({ code }: Blocked): DriverAppend<RoundtableEvent> | undefined {
    const session = this.#driven.state.session!
    const round = openRound(session)
    if (round === undefined || round.stage === 'blocked') return undefined
    const event = stamp({ type: 'round_block', round: round.number, code }, this.#options.now())
    return { events: [event], about: toAbout({ session: reduce(session, event) }) }
  }

  async leave(): Promise<void> {
    this.#current?.drop()
    await this.#current?.ended.catch(() => {})
    await this.#marking
  }

  #end({ job }: DebateRun, result: RunResult): void {
    if (result.type !== 'completed') {
      const error = result.type === 'failed' ? result.error : new Error(`the run ${job.runId} was ${result.type}`)
      return this.#giveUp(job, error)
    }
    this.#over.push(job.runId)
    this.#rest()
  }

  /** The run could not go on here: it was dropped, another node runs it, or its code has changed. */
  #fail({ job, isDropped }: DebateRun, error: unknown): void {
    if (isDropped) {
      const isRequested = findJob(this.#driven.state)?.runId === job.runId
      if (job.type === 'round') this.#mark(job.runId, toInterrupted(this.#driven.now()))
      else if (!isRequested) this.#over.push(job.runId)
      return this.#rest()
    }
    // What the run has to store would be refused again.
    if (error instanceof RecordSizeError) return this.#giveUp(job, error)
    if (!isDivergence(error)) return this.#driven.stop(error)
    const { blockedSince, now } = this.#driven
    const isBlocked = blockedSince === undefined || now() - blockedSince < BLOCKED_FOR
    if (job.type === 'round' && isBlocked) {
      this.#mark(job.runId, toProblem('blocked', error))
      return this.#driven.block(error)
    }
    this.#giveUp(job, error)
  }

  /** Makes no further attempt until a caller asks for one. */
  #giveUp({ type, round, runId }: Job, error: unknown): void {
    if (type === 'round') {
      this.#options.onError(error)
      // Not as failed: its journal has answers that were paid for, and a run that has ended can be forgotten.
      this.#mark(runId, toInterrupted(this.#driven.now(), error))
      this.#said.push({ type: 'round_interrupt', round, by: 'error' })
    } else {
      this.#over.push(runId)
      this.#said.push({ type: 'synthesis_fail', round, reason: toReason(error) })
    }
    this.#rest()
  }

  /** Changes how lists show the run, before the stream is released. */
  #mark(runId: string, change: RunChange): void {
    this.#marking = this.#marking
      .then(() => this.#driven.runs.mark(runId, change))
      .catch((error) => {
        if (!isLoss(error)) this.#options.onError(error)
      })
  }

  /** Lists the round in which the debate was stopped as cancelled. */
  #markStopped(): void {
    const { id, status } = this.#driven.state.session!
    const round = openRound(this.#driven.state.session!)
    if (status !== 'completed' || round === undefined) return
    const runId = roundId(id, round.number)
    if (this.#stopped === runId) return
    this.#stopped = runId
    // A process that did not play the round has not read its journal.
    this.#marking = this.#marking.then(async () => {
      await this.#driven.runs.journal(runId, { arguments: null }).read()
    })
    this.#mark(runId, { state: 'cancelled' })
    this.#driven.ring()
  }

  #rest(): void {
    this.#current = undefined
    this.#driven.ring()
  }

  /** Appends an event of the run, one after another, with what lists show after it. */
  #record(happening: Happening, commandId?: string): Promise<void> {
    const event = stamp(happening, this.#options.now())
    const written = this.#writing.then(() => this.#append(event, commandId))
    this.#writing = written.catch(() => {})
    return written
  }

  async #append(event: RoundtableEvent, commandId: string | undefined): Promise<void> {
    for (;;) {
      const { session, lsn } = this.#driven.state
      const after = reduce(session, event)
      const questions = toQuestionChanges(session!, after)
      const command = { ...(commandId !== undefined && { commandId }), ...(questions && { questions }) }
      const { promise: caughtUp } = this.#caughtUp
      try {
        await this.#driven.write({ events: [event], head: lsn, about: toAbout({ session: after }), ...command })
        this.#listedAt = lsn
        return
      } catch (error) {
        if (!(error instanceof LogConflictError)) throw error
      }
      // A command was appended that this process has not read yet.
      this.#driven.ring()
      await Promise.race([caughtUp, aborted(this.#driven.leaving)])
    }
  }
}

/** A round without a caller waits until someone continues it, also after an error. */
const toInterrupted = (now: number, error?: unknown): RunChange => ({
  state: 'waiting',
  detail: {
    waits: [{ kind: 'person', key: 'continue', since: now }],
    ...(error !== undefined && toProblem('failed', error).detail),
  },
})

function toReason(error: unknown): string {
  if (error instanceof EffectError) return error.failure.message
  return error instanceof RecordSizeError ? error.message : 'the server could not run it'
}

/** Rejects when the signal aborts. */
function aborted(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal.aborted) reject(signal.reason)
  signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}
