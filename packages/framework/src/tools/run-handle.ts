import type { Answers, Arrival } from './answer-box.ts'
import { Drained } from './drain.ts'
import type { Outcome } from './outcome.ts'
import type { OutsideWait } from './outside.ts'
import { Run } from './run.ts'
import type { RunOptions, RunResult } from './run-tool.ts'
import { mintId } from './seed.ts'
import type { McpTool } from './tool.ts'

export type Ended<T = unknown> = Exclude<RunResult<T>, { type: 'parked' }>

export interface RunHandleOptions extends RunOptions {
  /** Milliseconds that the run waits in memory for an answer before it is let go. Default: no limit. */
  idle?: number
  /** Answers that arrived while no process ran it. */
  received?: readonly (Arrival & { answers: Answers })[]
  /** Called whenever the run begins to wait. */
  onPark?: () => void
}

/** A run that stays in memory: it goes on in place when answers arrive, and sleeps in between (R9). */
export class RunHandle<T = unknown> {
  /** Resolves when the run has ended. Rejects if it cannot run here, and with `Drained` if it was let go. */
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

  constructor(
    tool: McpTool<string, never, never, T> | McpTool,
    params: unknown,
    { idle, received = [], onPark, ...options }: RunHandleOptions,
  ) {
    if (options.signal?.aborted) this.#cancel.abort()
    this.#idle = idle
    this.#onPark = onPark
    this.#run = new Run(tool, params, { ...options, signal: this.#cancel.signal })
    this.#run.onWake = () => {
      this.#isWoken = true
      this.#wake?.()
    }
    for (const { answers, ...arrival } of received) this.#run.receive(answers, arrival)
    this.ended = this.#drive()
  }

  /** Whether nothing happens until an answer arrives. */
  get waits(): boolean {
    return this.#wake !== undefined
  }

  /** When it goes on by itself, while it waits. */
  get wakeAt(): number | undefined {
    // While it runs, the time at which it last woke is past: a driver that rested until then would not rest at all.
    return this.#wake === undefined ? undefined : this.#wakeAt
  }

  /** What it waits for outside: questions to other people, and signals. Empty while it runs. */
  get waitsFor(): readonly OutsideWait[] {
    return this.#wake === undefined ? [] : this.#waitsFor
  }

  /** Hands in answers. Those of other people than the caller name who gave them: `{ by: 'ada' }`. */
  answer(answers: Answers, arrival?: Arrival): void {
    this.#run.receive(answers, arrival)
    this.#goOn()
  }

  /** Hands in a signal, which is kept until the tool waits for it. One with an id that is known is ignored. */
  signal(name: string, value?: unknown, { id = mintId(), at }: { id?: string; at?: number } = {}): void {
    this.#run.receiveSignal({ id, name, value, ...(at !== undefined && { at }) })
    this.#goOn()
  }

  /** Hands in the outcome of a host effect that was deferred. */
  settle(id: string, outcome: Outcome): void {
    this.#run.settleHost(id, outcome)
    this.#goOn()
  }

  #goOn(): void {
    if (this.#wake !== undefined) return this.#wake()
    // It is running: the branch that asked need not wait for the others.
    const look = () => this.#wake?.()
    this.#run.advance().then(look, look)
  }

  /** Halts the run wherever it is; `ended` resolves when its `finally` blocks have run. */
  cancel(): void {
    this.#cancel.abort()
    this.#wake?.()
  }

  /** Lets go of a run that waits. */
  leave(): void {
    this.#leave?.()
  }

  /** Lets go of the run wherever it is: aborts what it performs and records nothing more. */
  drop(): void {
    this.#run.outstanding.add(Promise.reject(new Drained('the run was dropped; its journal has all of it')))
    this.#leave?.()
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

  /** Waits for an answer, a cancel, or the time at which the run goes on by itself. */
  async #called(wakeAt: number | undefined): Promise<void> {
    if (this.#cancel.signal.aborted) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    // Cleared at once: a run that was just answered does not wait any more.
    this.#wake = () => {
      this.#wake = undefined
      resolve()
    }
    this.#leave = () => reject(new Drained('the run goes on from its journal'))
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

  #startTimer(wakeAt: number | undefined, wake: () => void): ReturnType<typeof setTimeout> | undefined {
    if (wakeAt !== undefined) return unref(setTimeout(wake, Math.min(MAX_TIMER, Math.max(0, wakeAt - Date.now()))))
    return this.#idle === undefined ? undefined : unref(setTimeout(() => this.#leave?.(), this.#idle))
  }
}

/** The longest that a timer can be set for; a run that is woken early parks again. */
const MAX_TIMER = 2 ** 31 - 1

/** A timer does not keep the process alive, where that is a thing. */
function unref(timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> {
  if (typeof timer === 'object') timer.unref()
  return timer
}
