import type { Journal } from '../../tools/journal.ts'
import { type Ended, LiveRun } from '../../tools/live-run.ts'
import { andThen } from '../../tools/maybe-promise.ts'
import type { RunOptions } from '../../tools/run-tool.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { InputRequest } from '../input-request.ts'
import { tracePeer } from '../telemetry.ts'
import type { TaskPeer } from './task-peer.ts'

/** How long a task waits in memory for its client. After that its journal is all there is of it. */
const IDLE = 10 * 60_000

/** A task that this process is running. */
export class LiveTask {
  /** Comes when the run has ended; rejects when it could not be run here, or waits no longer here. */
  readonly ended: Promise<Ended>
  /** Comes when what was recorded has been replayed: what is open has been asked, and what was in flight runs again. */
  readonly replayed: Promise<void>
  readonly #run: LiveRun
  readonly #peer: TaskPeer
  #revision = 0
  /** Told at the next write: answers are recorded before anything else. */
  #unrecorded: (() => void)[] = []

  constructor(tool: McpTool, params: unknown, peer: TaskPeer, journal: Journal, options: Omit<RunOptions, 'peer'>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#peer = peer
    this.#run = new LiveRun(tool, params, {
      ...options,
      idle: IDLE,
      peer: tracePeer(peer),
      journal: this.#follow(journal, resolve),
    })
    this.replayed = promise
    this.ended = this.#run.ended
    this.ended.then(
      () => resolve(),
      () => resolve(),
    )
  }

  /** Whether nothing happens until its client answers. */
  get waits(): boolean {
    return this.#run.waits
  }

  /** What it knows of its journal. */
  get revision(): number {
    return this.#revision
  }

  /** Lets go of a run that waits; its journal is all there is of it. */
  leave(): void {
    this.#run.leave()
  }

  get inputRequests(): Record<string, InputRequest> {
    return this.#peer.inputRequests
  }

  get statusMessage(): string | undefined {
    return this.#peer.status
  }

  /**
   * Takes what answers an open question; the rest is ignored. Comes when that is recorded, and rejects when it was not, because
   * another process has gone on with the run.
   */
  async answer(answers: Record<string, unknown>): Promise<void> {
    const taken = this.#peer.take(answers)
    if (Object.keys(taken).length === 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#unrecorded.push(resolve)
    this.#run.answer(taken)
    await Promise.race([promise, this.ended])
  }

  cancel(): void {
    this.#run.cancel()
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
      append: (revision, write) => {
        const recorded = this.#unrecorded.splice(0)
        return andThen(journal.append(revision, write), () => {
          this.#revision = revision + 1
          for (const tell of recorded) tell()
        })
      },
    }
  }
}
