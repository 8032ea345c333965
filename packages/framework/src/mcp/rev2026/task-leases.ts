import { SweatpantsError } from '../../tools/errors.ts'
import type { Journal } from '../../tools/journal.ts'
import { andThen } from '../../tools/maybe-promise.ts'
import type { RunClaim, RunStore } from '../../tools/run-store.ts'
import { mintId } from '../../tools/seed.ts'

/** Milliseconds after its last word until a node that drives a task counts as dead. */
const TTL = 5_000

/** Milliseconds between two looks at what a node holds. */
const TEND_EVERY = 1_000

/** Another node drives the task now; its journal has all that this one did. */
export class TaskTakenError extends SweatpantsError {
  override name = 'TaskTakenError'
  constructor(taskId: string) {
    super(`another process goes on with task ${taskId}, and this one has stopped`)
  }
}

export interface TaskLeasesOptions {
  store: RunStore
  /** Called now and then for each task that is held, to keep it or to give it back. */
  tend(taskId: string): Promise<void>
  /** Called for a task that another node had, when that would have had to say so again. */
  retry(taskId: string): Promise<void>
  /** Told what a retry rejects with, and one of what those that are tended at once do: a store that is away fails them all. */
  onError(error: unknown): void
}

/** Which tasks this node drives: nobody else does, as long as the store can tell. */
export class TaskLeases {
  readonly claim: RunClaim = { owner: mintId(), ttl: TTL }
  readonly #options: TaskLeasesOptions
  readonly #store: RunStore
  #timer: NodeJS.Timeout | undefined
  #isClosed = false
  readonly #tending = new Set<string>()
  /** Until when each is surely ours, by the clock of this machine: before the store would give it to another. */
  readonly #held = new Map<string, number>()
  /** Those that are about to be given back, whatever else was said of them before. */
  readonly #releasing = new Set<string>()
  /** Tasks of others, to be tried again. */
  readonly #retries = new Map<string, NodeJS.Timeout>()
  /** Two statements about one task may overtake each other on their way. */
  readonly #last = new Map<string, Promise<unknown>>()

  constructor(options: TaskLeasesOptions) {
    this.#options = options
    this.#store = options.store
  }

  holds(taskId: string): boolean {
    return this.#left(taskId) > 0
  }

  /** Whether it may be driven here: the store cannot tell, or has told. */
  allows(taskId: string): boolean {
    return this.#store.claim === undefined || this.holds(taskId)
  }

  /** It was claimed with its record, not before `since`. */
  keep(taskId: string, since: number): void {
    if (this.#store.claim === undefined) return
    this.#held.set(taskId, since + TTL)
    if (!this.#isClosed) this.#timer ??= setInterval(() => this.#tendAll(), TEND_EVERY).unref()
  }

  /** It is nobody's any more, which its record says, or has run out. */
  forget(taskId: string): void {
    this.#held.delete(taskId)
  }

  /** False while another node has it. */
  async take(taskId: string): Promise<boolean> {
    if (this.holds(taskId) || (await this.#claim(taskId))) return true
    if (this.#isClosed || this.#retries.has(taskId)) return false
    this.#retries.set(taskId, setTimeout(() => this.#retry(taskId), TTL).unref())
    return false
  }

  /** Says again that it is ours, once a third of the time has passed. */
  async renew(taskId: string): Promise<void> {
    if (this.#held.has(taskId) && this.#left(taskId) < (TTL * 2) / 3) await this.#claim(taskId)
  }

  async release(taskId: string): Promise<void> {
    if (!this.#held.delete(taskId)) return
    this.#releasing.add(taskId)
    await this.#inTurn(taskId, () => {
      this.#releasing.delete(taskId)
      return this.#store.release?.(taskId, this.claim.owner)
    })
  }

  async releaseAll(): Promise<void> {
    await Promise.allSettled([...this.#held.keys()].map((taskId) => this.release(taskId)))
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const timer of this.#retries.values()) clearTimeout(timer)
  }

  /** What is written is kept; then the run ends, unless it is ours. */
  over(taskId: string, journal: Journal): Journal {
    return {
      read: () => journal.read(),
      append: (revision, write) =>
        andThen(journal.append(revision, write), () => {
          if (!this.allows(taskId)) return this.#insist(taskId)
        }),
    }
  }

  /** Milliseconds for which it is surely ours; none when the clock was set back, which the store has not heard of. */
  #left(taskId: string): number {
    const left = (this.#held.get(taskId) ?? 0) - Date.now()
    return left > TTL ? 0 : left
  }

  #tendAll(): void {
    let hasFailed = false
    const fail = (error: unknown) => {
      if (!hasFailed) this.#options.onError(error)
      hasFailed = true
    }
    // One that takes long is not waited for: the others run out.
    for (const taskId of this.#held.keys()) if (!this.#tending.has(taskId)) void this.#tend(taskId).catch(fail)
    if (this.#held.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  async #tend(taskId: string): Promise<void> {
    this.#tending.add(taskId)
    try {
      await this.#options.tend(taskId)
    } finally {
      this.#tending.delete(taskId)
    }
  }

  #retry(taskId: string): void {
    this.#retries.delete(taskId)
    this.#options.retry(taskId).catch(this.#options.onError)
  }

  async #insist(taskId: string): Promise<void> {
    if (!(await this.#claim(taskId))) throw new TaskTakenError(taskId)
  }

  async #claim(taskId: string): Promise<boolean> {
    if (this.#store.claim === undefined) return true
    return this.#inTurn(taskId, async () => {
      const since = Date.now()
      const isOurs = await this.#store.claim!(taskId, this.claim)
      if (!isOurs) this.forget(taskId)
      else if (!this.#releasing.has(taskId)) this.keep(taskId, since)
      return isOurs
    })
  }

  async #inTurn<T>(taskId: string, act: () => T | Promise<T>): Promise<T> {
    const before = this.#last.get(taskId)
    const turn = (async () => {
      await before
      return act()
    })()
    const settled = turn.then(
      () => {},
      () => {},
    )
    this.#last.set(taskId, settled)
    try {
      return await turn
    } finally {
      if (this.#last.get(taskId) === settled) this.#last.delete(taskId)
    }
  }
}
