import type { Branch } from './branch.ts'
import type { Clock } from './clock.ts'
import { Deadlines } from './deadlines.ts'
import type { Fiber } from './fiber.ts'
import type { Progress } from './journal.ts'
import type { Pending } from './pending.ts'

/** Everything about a run that ends by itself: sleeps, questions that expire, branches with a timeout, cleanups. */
export class Timekeeper {
  readonly #clock: Clock
  #deadlines: Deadlines | undefined
  #branches: Map<string, Branch> | undefined
  /** Fibers that run their `finally` blocks because they were halted, by place, and until when they may. */
  #cleanups: Map<string, { fiber: Fiber; endsAt: number }> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  addDeadline(pending: Pending): void {
    this.#deadlines ??= new Deadlines()
    this.#deadlines.add(pending)
  }

  /** Keeps a branch whose running time is limited. */
  addBranch(branch: Branch): void {
    this.#branches ??= new Map()
    this.#branches.set(branch.path, branch)
  }

  removeBranch(branch: Branch): void {
    this.#branches?.delete(branch.path)
  }

  branchAt(path: string): Branch | undefined {
    return this.#branches?.get(path)
  }

  addCleanup(fiber: Fiber): void {
    this.#cleanups ??= new Map()
    this.#cleanups.set(fiber.place, { fiber, endsAt: this.#clock.now() + fiber.branch.cleanup })
  }

  removeCleanup(fiber: Fiber): void {
    this.#cleanups?.delete(fiber.place)
  }

  cleanupAt(place: string): Fiber | undefined {
    return this.#cleanups?.get(place)?.fiber
  }

  start(pending: Pending, branch: Branch): void {
    if (this.#branches === undefined || !pending.policy.counts) return
    pending.stopwatches = [...branch.lineage()].flatMap((above) => above.stopwatch ?? [])
    const now = this.#clock.now()
    for (const stopwatch of pending.stopwatches) stopwatch.start(now)
  }

  stop(pending: Pending, progress: Progress): void {
    if (pending.stopwatches === undefined) return
    const now = this.#clock.now()
    for (const stopwatch of pending.stopwatches) {
      stopwatch.stop(now)
      progress.ran[stopwatch.path] = stopwatch.used(now)
    }
    pending.stopwatches = undefined
  }

  /** What is over by now. */
  due(): { over: Pending[]; branches: Branch[]; cleanups: { fiber: Fiber; endsAt: number }[] } | undefined {
    if (this.#deadlines === undefined && this.#branches === undefined && this.#cleanups === undefined) return undefined
    const now = this.#clock.now()
    const over = this.#deadlines?.due(now) ?? []
    const branches = [...(this.#branches?.values() ?? [])].filter((branch) => branch.stopwatch!.endsAt <= now)
    const cleanups = [...(this.#cleanups?.values() ?? [])].filter(({ endsAt }) => endsAt <= now)
    return { over, branches, cleanups }
  }

  /** When the next of them will be over, if nothing happens before. */
  nextAt(): number {
    let next = this.#deadlines?.soonest() ?? Number.POSITIVE_INFINITY
    for (const branch of this.#branches?.values() ?? []) next = Math.min(next, branch.stopwatch!.endsAt)
    for (const { endsAt } of this.#cleanups?.values() ?? []) next = Math.min(next, endsAt)
    return next
  }
}
