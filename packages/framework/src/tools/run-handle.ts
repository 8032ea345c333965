import type { Answers, Arrival } from './answer-box.ts'
import { LONGEST_TIMER, unref } from './clock.ts'
import { Drained } from './drain.ts'
import type { Outcome } from './outcome.ts'
import type { OutsideWait } from './outside.ts'
import { Run } from './run.ts'
import type { RunOptions, RunResult } from './run-tool.ts'
import type { McpTool } from './tool.ts'
import { mintId } from './uuid.ts'

export type Ended<T = unknown> = Exclude<RunResult<T>, { type: 'parked' }>

export interface RunHandleOptions extends RunOptions {
  /** Milliseconds that the run waits in memory for an answer before it is released. Default: no limit. */
  idle?: number
  /** Answers that arrived while no process ran it. */
  received?: readonly (Arrival & { answers: Answers })[]
  /** Called whenever the run begins to wait. */
  onPark?: () => void
}

/** A run that stays in memory: it continues in place when answers arrive, and waits in between (R9). */
export class RunHandle<T = unknown> {
  /** Resolves when the run has ended. Rejects if it cannot run here, and with `Drained` if it was released. */
  readonly ended: Promise<Ended<T>>
  readonly #run: Run<T>
  readonly #cancel = new AbortController()
  readonly #idle: number | undefined
  readonly #onPark: (() => void) | undefined
  #wakeAt: number | undefined
  #waitsFor: readonly OutsideWait[] = []
  #wake: (() => void) | undefined
  /** Whether the run was woken since it parked, perhaps before it could wait. */
  #isWoken = false
  #leave: (() => void) | undefined
  /** Whether it is released as soon as it waits. */
  #isLeft = false

  constructor(
    tool: McpTool<string, never, never, T> | McpTool,
    params: unknown,
    { idle, received = [], onPark, ...options }: RunHandleOptions,
  ) {
    if (options.signal?.aborted) this.#cancel.abort()
    this.#idle = idle
    this.#onPark = onPark
    this.#run = new Run(tool, params, { ...options, signal: this.#cancel.signal })
    this.#run.waker = this
    for (const { answers, ...arrival } of received) this.#run.receive(answers, arrival)
    this.ended = this.#drive()
  }

  /** Called by its run when this process has heard what the run waits for. */
  woken(): void {
    this.#isWoken = true
    this.#wake?.()
  }

  /** Whether nothing happens until an answer arrives. */
  get waits(): boolean {
    return this.#wake !== undefined
  }

  /** The time at which a waiting run continues without an answer. */
  get wakeAt(): number | undefined {
    // While it runs, that time is in the past, and a driver that waited for it would not wait at all.
    return this.#wake === undefined ? undefined : this.#wakeAt
  }

  /** The open questions to other people, and the signals that it waits for. Empty while it runs. */
  get waitsFor(): readonly OutsideWait[] {
    return this.#wake === undefined ? [] : this.#waitsFor
  }

  /** Passes answers to the run. Those of people other than the caller name who gave them: `{ by: 'ada' }`. */
  answer(answers: Answers, arrival?: Arrival): void {
    this.#run.receive(answers, arrival)
    this.#goOn()
  }

  /** Passes a signal to the run, which is kept until the tool waits for it. A signal with a known id is ignored. */
  signal(name: string, value?: unknown, { id = mintId(), at }: { id?: string; at?: number } = {}): void {
    this.#run.receiveSignal({ id, name, value, ...(at !== undefined && { at }) })
    this.#goOn()
  }

  /** Passes the outcome of a deferred host effect to the run, or the failure of a question that could not be asked. */
  settle(id: string, outcome: Outcome): void {
    this.#run.outcomes.settleHost(id, outcome)
    this.#goOn()
  }

  #goOn(): void {
    if (this.#wake !== undefined) return this.#wake()
    // The run is active, so the branch that asked continues at once.
    const look = () => this.#wake?.()
    this.#run.advance().then(look, look)
  }

  /** Halts the run; `ended` resolves when its `finally` blocks have run. */
  cancel(): void {
    this.#cancel.abort()
    this.#wake?.()
  }

  /** Releases the run as soon as it waits. One that is replayed may come to wait without a write at which it would stop. */
  leave(): void {
    this.#isLeft = true
    this.#run.leave()
    this.#leave?.()
  }

  /** Releases the run in any state: aborts its effects and records nothing more. */
  drop(): void {
    this.#run.outstanding.add(Promise.reject(new Drained('the run was dropped; its journal has all of it')))
    this.leave()
  }

  async #drive(): Promise<Ended<T>> {
    let result = await this.#run.advance()
    while (result.type === 'parked') {
      this.#wakeAt = result.wakeAt
      this.#waitsFor = result.waits
      if (!this.#isWoken) await this.#called(result.wakeAt)
      this.#isWoken = false
      result = await this.#run.advance()
    }
    return result
  }

  /** Waits for an answer, a cancel, or the time at which the run continues without one. */
  async #called(wakeAt: number | undefined): Promise<void> {
    if (this.#cancel.signal.aborted) return
    if (this.#isLeft) throw this.#release()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Cleared at once: a run that was just answered does not wait any more.
    this.#wake = () => {
      this.#wake = undefined
      this.#leave = undefined
      resolve()
    }
    this.#leave = () => reject(this.#release())
    const timer = this.#startTimer(wakeAt, resolve)
    this.#onPark?.()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#wake = undefined
      this.#leave = undefined
    }
  }

  /** An answer that arrives from now on must not let the run go on here. */
  #release(): Drained {
    const released = new Drained('the run goes on from its journal')
    this.#run.breakDown(released)
    return released
  }

  #startTimer(wakeAt: number | undefined, wake: () => void): ReturnType<typeof setTimeout> | undefined {
    // A run that is woken early parks again.
    if (wakeAt !== undefined) return unref(setTimeout(wake, Math.min(LONGEST_TIMER, Math.max(0, wakeAt - Date.now()))))
    if (this.#idle === undefined) return undefined
    return unref(setTimeout(() => this.#leave?.(), Math.min(LONGEST_TIMER, this.#idle)))
  }
}
