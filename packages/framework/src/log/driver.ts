/**
 * Drives one stream. A chat, a task, a kept call, an MCP session, a debate and a schedule are driven by this.
 *
 * D1 What a driver does follows from the state of the log alone, so a driver that takes over does the same.
 * D2 Events are appended in the order in which the work gave them.
 * D3 A driver whose fence is stale stops, and leaves the journals as they are.
 * D4 A stream is released only while the log ends where the driver read it, so no command is overlooked.
 * D5 Every write carries the fence and a number; a write that was retried, or arrives late, is not stored twice.
 * D6 Before each step the driver makes sure of its lease.
 * D7 A run that meets other code is blocked: the stream is released, keeps its journal and is tried again.
 * D8 What is too large for the store is written again only if it is smaller. Otherwise the stream rests until a command arrives.
 * D9 A driver that has stopped waits for the steps in flight, and gives up one that hangs: it runs again with the same key.
 */
import { LONGEST_TIMER, unref } from '../tools/clock.ts'
import { Drain, Drained } from '../tools/drain.ts'
import { type OtherCodeError, RecordSizeError } from '../tools/errors.ts'
import { isPromise, orAborted } from '../tools/maybe-promise.ts'
import { DrivenStream, type DrivenStreamOptions } from './driven-stream.ts'
import type { Lease } from './lease.ts'
import { FenceError, LogConflictError, StreamGoneError } from './log.ts'
import { type Driven, type DriverAppend, isLoss, type Work } from './machine.ts'
import { toProblem } from './run-index.ts'
import { createRunStreams } from './run-journal.ts'

export interface DriverOptions<S, E> extends DrivenStreamOptions<S, E> {
  lease: Pick<Lease, 'isSure' | 'term'>
  /** The term of the lease in which the fence was acquired. */
  term: number
  onError: (error: unknown) => void
}

/** Milliseconds after which a driver looks whether its work waits, if the work did not ring. */
const BUSY = 1_000

/** Milliseconds that a driver which has stopped waits for the steps in flight: as long as the `finally` blocks of a call have by default. */
const LEFT_WITHIN = 30_000

const FIRST_RETRY = 30_000
const LONGEST_RETRY = 3_600_000

export class Driver<S, E> {
  /** `settled`: the stream was released with the last write. `left`: it is still ours. `lost`: its fence is a later one. */
  readonly done: Promise<'settled' | 'left' | 'lost'>
  readonly fence: number
  /** Whether the stream is being released: a command may come too late to be seen. */
  isReleasing = false
  /** Whether it has stopped because of an error. */
  hasFailed = false
  readonly #options: DriverOptions<S, E>
  readonly #stream: DrivenStream<S, E>
  readonly #drain = new Drain()
  /** Aborts when the steps in flight are given up. */
  readonly #overdue = new AbortController()
  readonly #work: Work<E>
  #blocked: OtherCodeError | undefined
  #stopped: { error?: unknown } | undefined
  /** The size of the last write if the store did not accept it. */
  #refusedSize = Number.POSITIVE_INFINITY
  /** The term of the lease in which the fence was last seen to be ours. */
  #term: number
  #rang = false
  #wake = () => {}

  constructor(options: DriverOptions<S, E>) {
    this.#options = options
    this.fence = options.fence
    this.#term = options.term
    this.#stream = new DrivenStream(options)
    this.#work = options.machine.begin(this.#createDriven())
    this.done = this.#drive()
  }

  /** Looks at the log again. */
  wake(): void {
    this.#stream.doubt()
    this.#ring()
  }

  /** Releases the stream once what is being written is stored. */
  stop(error?: unknown): void {
    this.#stopped ??= { error }
    this.isReleasing = true
    this.#ring()
  }

  #createDriven(): Driven<S, E> {
    const stream = this.#stream
    const { machine, store, record, fence } = this.#options
    return {
      id: record.id,
      principal: record.principal,
      fence,
      now: () => machine.now(),
      get state() {
        return stream.state
      },
      get blockedSince() {
        return stream.blockedSince
      },
      ring: () => this.#ring(),
      write: async (append) => {
        const lsn = await this.#append(append)
        if (this.#drain.signal.aborted) throw new Drained('the server is shutting down; another node goes on')
        return lsn
      },
      broadcast: (event) => stream.broadcast(event),
      runs: createRunStreams(store, { kind: machine.kind, id: record.id, fence }, this.#drain),
      confirm: () => this.#confirm(),
      runStep: async (_name, body, step) => {
        await this.#confirm()
        const { signal } = this.#overdue
        signal.throwIfAborted()
        const done = body(step)
        return isPromise(done) ? orAborted(done, signal) : done
      },
      leaving: this.#drain.signal,
      stop: (error) => this.stop(error),
      block: (error) => {
        this.#blocked ??= error
        this.#ring()
      },
    }
  }

  async #confirm(): Promise<void> {
    const { lease } = this.#options
    const { term } = lease
    if (lease.isSure() && term === this.#term) return
    try {
      await this.#append({ events: [] })
      this.#term = term
    } catch (error) {
      this.stop(error)
      // Not the failure of a step, which would be recorded.
      throw new Drained('the lease of this node is not sure; the run goes on elsewhere', { cause: error })
    }
  }

  #append(append: DriverAppend<E>): Promise<number> {
    // There is no work yet while it begins.
    return this.#stream.append(append, append.run ?? (this.#work as Work<E> | undefined)?.run)
  }

  async #drive(): Promise<'settled' | 'left' | 'lost'> {
    const unwatch = this.#stream.watch(() => this.#ring())
    let isSettled = false
    let failure: unknown
    try {
      while (this.#stopped === undefined && !isSettled) isSettled = await this.#turn()
      if (this.#stopped?.error !== undefined) throw this.#stopped.error
    } catch (error) {
      failure = error
      this.hasFailed = !isLoss(error)
      if (this.hasFailed) this.#options.onError(error)
      if (error instanceof RecordSizeError)
        isSettled = await this.#settle({ events: [], dueAt: null }).catch(() => false)
    } finally {
      unwatch()
      this.isReleasing = true
      this.#drain.begin()
      // A waiting run is dropped at once; an active one stops at its next write.
      const left = this.#work.leave().catch(() => {})
      if (!isSettled || !this.#work.waits) await this.#giveUpAfter(LEFT_WITHIN, left)
    }
    if (failure instanceof StreamGoneError) await this.#work.gone?.()
    if (failure instanceof FenceError) return 'lost'
    return isSettled ? 'settled' : 'left'
  }

  /** Ends the steps that are in flight when the time is up, because nothing reads the commands of the stream meanwhile. */
  async #giveUpAfter(ms: number, left: Promise<void>): Promise<void> {
    const problem = `a step took longer than ${ms / 1_000} s after its driver had stopped; it runs again from the journal`
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const giveUp = () => {
      this.#overdue.abort(new Drained(problem))
      // A model may ignore its signal.
      resolve()
    }
    const timer = unref(setTimeout(giveUp, ms))
    await Promise.race([left, over])
    clearTimeout(timer)
  }

  /** Goes around once; resolves to whether the stream was released. */
  async #turn(): Promise<boolean> {
    this.#rang = false
    await this.#stream.catchUp()
    await this.#work.tidy?.()
    this.#work.reconcile()
    if (this.#blocked !== undefined) return this.#block(this.#blocked)
    if (await this.#flush()) return true
    return !this.#rang && (await this.#rest())
  }

  async #flush(): Promise<boolean> {
    const { append, isLast = false } = this.#work.take()
    if (append === undefined) return false
    this.isReleasing = isLast
    try {
      await this.#append(isLast ? { dueAt: null, ...append, release: true } : append)
    } catch (error) {
      if (error instanceof LogConflictError && this.#work.putBack !== undefined) this.#work.putBack(append.events)
      else if (this.#isSmaller(error) && this.#work.tooLarge !== undefined) this.#work.tooLarge(error, append.events)
      else throw error
      this.isReleasing = this.#stopped !== undefined
      this.#ring()
      return false
    }
    this.#refusedSize = Number.POSITIVE_INFINITY
    await this.#work.appended?.()
    return isLast
  }

  /** Whether a write was refused for its size, and is smaller than the one that was refused before (D8). */
  #isSmaller(error: unknown): error is RecordSizeError {
    if (!(error instanceof RecordSizeError) || error.size >= this.#refusedSize) return false
    this.#refusedSize = error.size
    return true
  }

  /** Waits until something happens; resolves to whether the stream was released because nothing did. */
  async #rest(): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#wake = resolve
    let isIdle = false
    const idle = Math.max(this.#options.machine.idle, this.#work.waits ? 0 : BUSY)
    const wakeIn = (this.#work.wakeAt ?? Number.POSITIVE_INFINITY) - this.#options.machine.now()
    const rest = Math.max(0, Math.min(idle, wakeIn, LONGEST_TIMER))
    const timer = setTimeout(() => {
      isIdle = Math.min(wakeIn, LONGEST_TIMER) >= idle
      resolve()
    }, rest)
    timer.unref?.()
    if (this.#rang) resolve()
    await promise
    clearTimeout(timer)
    if (!isIdle) return false
    // A run parks without ringing.
    this.#work.reconcile()
    return this.#work.waits && !this.#rang && this.#settle({ events: [], dueAt: this.#work.wakeAt ?? null })
  }

  /** Releases the stream unless a command came meanwhile (D4). */
  async #settle(append: DriverAppend<E>): Promise<boolean> {
    this.isReleasing = true
    try {
      await this.#append({ ...append, head: this.#stream.lsn, release: true })
      return true
    } catch (error) {
      if (!(error instanceof LogConflictError)) throw error
      this.isReleasing = this.#stopped !== undefined
      return false
    }
  }

  #block(error: OtherCodeError): Promise<boolean> {
    const now = this.#options.machine.now()
    const blocked = { code: error.name, since: this.#stream.blockedSince ?? now }
    const pause = Math.min(LONGEST_RETRY, Math.max(FIRST_RETRY, now - blocked.since))
    this.#options.onError(error)
    return this.#settle({
      ...(this.#work.blocked?.(blocked) ?? { events: [] }),
      register: { ...this.#stream.register, blocked },
      dueAt: now + pause,
      ...(this.#work.run && { run: toProblem('blocked', error) }),
    })
  }

  #ring(): void {
    this.#rang = true
    this.#wake()
  }
}
