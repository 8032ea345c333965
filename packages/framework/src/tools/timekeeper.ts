import type { Branch } from './branch.ts'
import type { Clock } from './clock.ts'
import { Deadlines } from './deadlines.ts'
import type { Progress } from './journal.ts'
import type { Pending } from './pending.ts'

/** Everything about a run that ends by itself: sleeps, questions that expire, branches with a timeout. */
export class Timekeeper {
  readonly #clock: Clock
  #deadlines: Deadlines | undefined
  #branches: Map<string, Branch> | undefined

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
  due(): { over: Pending[]; branches: Branch[] } | undefined {
    if (this.#deadlines === undefined && this.#branches === undefined) return undefined
    const now = this.#clock.now()
    const over = this.#deadlines?.due(now) ?? []
    const branches = [...(this.#branches?.values() ?? [])].filter((branch) => branch.stopwatch!.endsAt <= now)
    return { over, branches }
  }

  /** When the next of them will be over, if nothing happens before. */
  nextAt(): number {
    let next = this.#deadlines?.soonest() ?? Number.POSITIVE_INFINITY
    for (const branch of this.#branches?.values() ?? []) next = Math.min(next, branch.stopwatch!.endsAt)
    return next
  }
}
