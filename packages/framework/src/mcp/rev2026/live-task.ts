import type { Journal } from '../../tools/journal.ts'
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
  /** Comes when the run has first come to rest: it has asked what it asks, or is over. */
  readonly rested: Promise<void>
  readonly #run: Run
  readonly #peer: TaskPeer
  readonly #cancel = new AbortController()
  #answers: Record<string, unknown> = {}
  #wake: (() => void) | undefined

  constructor(
    tool: McpTool,
    params: unknown,
    peer: TaskPeer,
    journal: Journal,
    options: Omit<RunOptions, 'peer' | 'signal'>,
  ) {
    this.#peer = peer
    this.#run = new Run(tool, params, { ...options, peer: tracePeer(peer), journal, signal: this.#cancel.signal })
    const { promise, resolve } = Promise.withResolvers<void>()
    this.rested = promise
    this.ended = this.#drive(resolve)
    this.ended.then(
      () => resolve(),
      () => resolve(),
    )
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

  async #drive(rested: () => void): Promise<Ended> {
    let result = await this.#run.advance()
    while (result.type === 'parked') {
      rested()
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
    const leave = () => reject(new Drained('nobody has answered for a while; the task goes on from its journal'))
    const timer = wakeAt === undefined ? setTimeout(leave, IDLE) : setTimeout(resolve, Math.max(0, wakeAt - Date.now()))
    timer.unref()
    try {
      await promise
    } finally {
      clearTimeout(timer)
      this.#wake = undefined
    }
  }
}
