import type { Journal, JournalWrite } from '../../tools/journal.ts'
import { type Ended, LiveRun, type LiveRunOptions } from '../../tools/live-run.ts'
import { andThen } from '../../tools/maybe-promise.ts'
import type { McpTool } from '../../tools/tool.ts'
import type { InputRequest } from '../input-request.ts'
import { tracePeer } from '../telemetry.ts'
import type { Left } from './task-inbox.ts'
import type { Taken, TaskPeer } from './task-peer.ts'

/** How long a task waits in memory for its client. After that its journal is all there is of it. */
const IDLE = 10 * 60_000

interface Unrecorded {
  /** The address and the attempt of the question. */
  at: string
  attempt: number
  tell: () => void
}

/** A task that this process is running. */
export class LiveTask {
  /** Comes when the run has ended; rejects when it could not be run here, or waits no longer here. */
  readonly ended: Promise<Ended>
  /** Comes when what was recorded has been replayed: what is open has been asked, and what was in flight runs again. */
  readonly replayed: Promise<void>
  readonly #run: LiveRun
  readonly #peer: TaskPeer
  #revision = 0
  #isCancelled: boolean
  /** Answers that no write has held yet. */
  readonly #unrecorded = new Set<Unrecorded>()

  constructor(tool: McpTool, params: unknown, peer: TaskPeer, journal: Journal, options: Omit<LiveRunOptions, 'peer'>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#peer = peer
    this.#isCancelled = options.signal?.aborted ?? false
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

  /** Whether questions are open. */
  get asks(): boolean {
    return this.#peer.asks
  }

  get statusMessage(): string | undefined {
    return this.#peer.statusMessage
  }

  /**
   * Takes what answers an open question. Comes when that is recorded, to whether every answer had its question, and rejects
   * when it was not, because another process has gone on with the run.
   */
  async answer(answers: Record<string, unknown>): Promise<boolean> {
    const taken = this.#peer.take(answers)
    if (taken.length === 0) return false
    const recorded = Promise.all(taken.map((one) => this.#recorded(one)))
    this.#run.answer(Object.fromEntries(taken.map(({ question, answer }) => [question.id, answer])))
    await Promise.race([recorded, this.ended])
    return taken.length === Object.keys(answers).length
  }

  /** Whether some of it is news. */
  wants({ answers, isCancelled }: Left): boolean {
    return (isCancelled && !this.#isCancelled) || answers.some(({ key }) => this.#peer.isOpen(key))
  }

  cancel(): void {
    this.#isCancelled = true
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
        const recorded = [...this.#unrecorded].filter((one) => holds(write, one))
        return andThen(journal.append(revision, write), () => {
          this.#revision = revision + 1
          for (const { tell } of recorded) tell()
        })
      },
    }
  }

  /** Comes when a write has held what came of an answer, or when nobody waits for it any more. */
  #recorded({ question: { at, attempt }, withdrawn }: Taken): Promise<void> {
    return new Promise((resolve) => {
      const unrecorded = {
        at,
        attempt,
        tell: () => {
          this.#unrecorded.delete(unrecorded)
          resolve()
        },
      }
      this.#unrecorded.add(unrecorded)
      withdrawn.addEventListener('abort', unrecorded.tell, { once: true })
    })
  }
}

/** The answer itself, or that it was refused: other writes may come before. */
const holds = ({ entries, progress }: JournalWrite, { at, attempt }: Unrecorded): boolean =>
  entries.some((entry) => entry.at === at) || (progress.refused[at]?.count ?? 0) >= attempt
