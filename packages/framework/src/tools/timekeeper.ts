import type { Branch } from './branch.ts'
import type { Clock } from './clock.ts'
import type { Fiber } from './fiber.ts'
import type { Progress } from './journal.ts'
import type { Pending } from './pending.ts'
import { SortedList } from './sorted-list.ts'

/** Everything about a run that ends by itself: sleeps, questions that expire, branches with a timeout, cleanups. */
export class Timekeeper {
  readonly #clock: Clock
  /** The effects with a deadline, the soonest first. One that no longer waits is skipped when its turn comes. */
  #deadlines: SortedList<Pending> | undefined
  #branches: Map<string, Branch> | undefined
  /** Fibers that run their `finally` blocks because they were halted, by place, and until when they may. */
  #cleanups: Map<string, { fiber: Fiber; endsAt: number }> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Says when an effect is over. A question that is asked again has a deadline already, which may be another one. */
  setDeadline(pending: Pending, deadline: number): void {
    this.#deadlines ??= new SortedList((one, other) => one.deadline! - other.deadline! || one.order - other.order)
    if (pending.deadline !== undefined) this.#deadlines.delete(pending)
    pending.deadline = deadline
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
    const over: Pending[] = []
    while (this.#soonest() <= now) over.push(this.#deadlines!.takeFirst()!)
    const branches = [...(this.#branches?.values() ?? [])].filter((branch) => branch.stopwatch!.endsAt <= now)
    const cleanups = [...(this.#cleanups?.values() ?? [])].filter(({ endsAt }) => endsAt <= now)
    return { over, branches, cleanups }
  }

  /** When the next of them will be over, if nothing happens before. */
  nextAt(): number {
    let next = this.#soonest()
    for (const branch of this.#branches?.values() ?? []) next = Math.min(next, branch.stopwatch!.endsAt)
    for (const { endsAt } of this.#cleanups?.values() ?? []) next = Math.min(next, endsAt)
    return next
  }

  /** The soonest deadline of an effect that still waits. */
  #soonest(): number {
    const deadlines = this.#deadlines
    while (deadlines?.first !== undefined && !isWaiting(deadlines.first)) deadlines.takeFirst()
    return deadlines?.first?.deadline ?? Number.POSITIVE_INFINITY
  }
}

const isWaiting = ({ state }: Pending): boolean => state === 'performing' || state === 'deferred'
