import type { Branch } from './branch.ts'
import type { Clock } from './clock.ts'
import type { Fiber } from './fiber.ts'
import type { Pending } from './pending.ts'
import { SortedList } from './sorted-list.ts'
import type { Stopwatch } from './stopwatch.ts'

/** Everything about a run that ends by itself: sleeps, questions that expire, branches with a timeout, cleanups. */
export class Timekeeper {
  readonly #clock: Clock
  /** The effects with a deadline, the soonest first. One that no longer waits is skipped when its turn comes. */
  #deadlines: SortedList<Pending> | undefined
  #branches: Map<string, Branch> | undefined
  /** The stopwatches of branches in which something runs, the one that ends first first: there may be thousands. */
  #running: SortedList<Stopwatch> | undefined
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
    if (branch.stopwatch !== undefined) this.#running?.delete(branch.stopwatch)
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
    this.#running ??= new SortedList(byEnd)
    for (const stopwatch of pending.stopwatches) {
      stopwatch.start(now)
      if (stopwatch.active === 1 && this.#branches.has(stopwatch.path)) this.#running.add(stopwatch)
    }
  }

  stop(pending: Pending): void {
    if (pending.stopwatches === undefined) return
    const now = this.#clock.now()
    for (const stopwatch of pending.stopwatches) {
      if (stopwatch.active === 1) this.#running!.delete(stopwatch)
      stopwatch.stop(now)
    }
    pending.stopwatches = undefined
  }

  /** Returns how long a branch and those above it have run, for an entry. A time of 0 is left out. */
  ran(branch: Branch): Record<string, number> | undefined {
    if (this.#branches === undefined) return undefined
    const now = this.#clock.now()
    let ran: Record<string, number> | undefined
    for (const { stopwatch } of branch.lineage()) {
      const used = stopwatch?.used(now) ?? 0
      if (used > 0) ran = { ...ran, [stopwatch!.path]: used }
    }
    return ran
  }

  /** Sets how long a branch and those above it have run, on replay. */
  recall(branch: Branch, ran: Readonly<Record<string, number>>): void {
    for (const { stopwatch } of branch.lineage()) stopwatch?.recall(ran[stopwatch.path] ?? 0)
  }

  /** What is over by now. */
  due(): { over: Pending[]; branches: Branch[]; cleanups: { fiber: Fiber; endsAt: number }[] } | undefined {
    if (this.#deadlines === undefined && this.#branches === undefined && this.#cleanups === undefined) return undefined
    const now = this.#clock.now()
    const over: Pending[] = []
    while (this.#soonest() <= now) over.push(this.#deadlines!.takeFirst()!)
    const branches: Branch[] = []
    while (this.#overrunAt() <= now) branches.push(this.#branches!.get(this.#running!.takeFirst()!.path)!)
    const cleanups = [...(this.#cleanups?.values() ?? [])].filter(({ endsAt }) => endsAt <= now)
    return { over, branches, cleanups }
  }

  /** When the next of them will be over, if nothing happens before. */
  nextAt(): number {
    let next = Math.min(this.#soonest(), this.#overrunAt())
    for (const { endsAt } of this.#cleanups?.values() ?? []) next = Math.min(next, endsAt)
    return next
  }

  #overrunAt(): number {
    return this.#running?.first?.endsAt ?? Number.POSITIVE_INFINITY
  }

  /** The soonest deadline of an effect that still waits. */
  #soonest(): number {
    const deadlines = this.#deadlines
    while (deadlines?.first !== undefined && !isWaiting(deadlines.first)) deadlines.takeFirst()
    return deadlines?.first?.deadline ?? Number.POSITIVE_INFINITY
  }
}

const byEnd = (one: Stopwatch, other: Stopwatch): number =>
  one.endsAt - other.endsAt || (one.path < other.path ? -1 : Number(one.path > other.path))

const isWaiting = ({ state }: Pending): boolean => state === 'performing' || state === 'deferred'
