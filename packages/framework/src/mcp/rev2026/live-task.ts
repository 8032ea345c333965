import type { Journal } from '../../tools/journal.ts'
import { andThen } from '../../tools/maybe-promise.ts'
import { Run } from '../../tools/run.ts'
import type { RunOptions, RunResult } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { InputRequest } from '../input-request.ts'
import { tracePeer } from '../telemetry.ts'
import { Drained } from './drain.ts'
import type { TaskPeer } from './task-peer.ts'

type Ended = Exclude<RunResult, { type: 'parked' }>

/** How long a task waits in memory for its client. After that its journal is all there is of it. */
const IDLE = 10 * 60_000

/** A task that this process is running. It goes on in place when answers come, and sleeps in between (R9). */
export class LiveTask {
  /** Comes when the run has ended; rejects when it could not be run here, or waits no longer here. */
  readonly ended: Promise<Ended>
  /** Comes when what was recorded has been replayed: what is open has been asked, and what was in flight runs again. */
  readonly replayed: Promise<void>
  readonly #run: Run
  readonly #peer: TaskPeer
  readonly #cancel = new AbortController()
  #answers: Record<string, unknown> = {}
  #wake: (() => void) | undefined
  #leave: (() => void) | undefined
  #revision = 0

  constructor(tool: McpTool, params: unknown, peer: TaskPeer, journal: Journal, options: Omit<RunOptions, 'peer'>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#peer = peer
    if (options.signal?.aborted) this.#cancel.abort()
    this.#run = new Run(tool, params, {
      ...options,
      peer: tracePeer(peer),
      journal: this.#follow(journal, resolve),
      signal: this.#cancel.signal,
    })
    this.replayed = promise
    this.ended = this.#drive()
    this.ended.then(
      () => resolve(),
      () => resolve(),
    )
  }

  /** Whether nothing happens until its client answers. */
  get waits(): boolean {
    return this.#wake !== undefined
  }

  /** What it knows of its journal. */
  get revision(): number {
    return this.#revision
  }

  /** Lets go of a run that waits; its journal is all there is of it. */
  leave(): void {
    this.#leave?.()
  }

  get inputRequests(): Record<string, InputRequest> {
    return this.#peer.inputRequests
  }

  get statusMessage(): string | undefined {
    return this.#peer.status
  }

  /** Takes what answers an open question; the rest is ignored. */
  answer(answers: Record<string, unknown>): void {
    const taken = this.#peer.take(answers)
    if (this.#wake !== undefined) {
      this.#answers = taken
      this.#wake()
      return
    }
    // It is running: the branch that asked need not wait for the others to come to rest.
    const look = () => this.#wake?.()
    this.#run.advance(taken).then(look, look)
  }

  cancel(): void {
    this.#cancel.abort()
    this.#wake?.()
  }

  #follow(journal: Journal, replayed: () => void): Journal {
    return {
      read: () =>
        andThen(journal.read(), (recording) => {
          this.#revision = recording?.revision ?? 0
          // A replay waits for nothing, so it is over when the event loop turns.
          setImmediate(replayed)
          return recording
        }),
      append: (revision, write) =>
        andThen(journal.append(revision, write), () => {
          this.#revision = revision + 1
        }),
    }
  }

  async #drive(): Promise<Ended> {
    let result = await this.#run.advance()
    while (result.type === 'parked') {
      await this.#called(result.wakeAt)
      const answers = this.#answers
      this.#answers = {}
      result = await this.#run.advance(answers)
    }
    return result
  }

  /** Waits for an answer, a cancel, or the time at which the run goes on by itself. */
  async #called(wakeAt: number | undefined): Promise<void> {
    if (this.#cancel.signal.aborted) return
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    this.#wake = resolve
    this.#leave = () => reject(new Drained('the task goes on from its journal'))
    const timer =
      wakeAt === undefined ? setTimeout(this.#leave, IDLE) : setTimeout(resolve, Math.max(0, wakeAt - Date.now()))
    timer.unref()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#wake = undefined
      this.#leave = undefined
    }
  }
}
