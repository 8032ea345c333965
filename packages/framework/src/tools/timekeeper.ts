import type { Ask } from './ask.ts'
import type { Branch } from './branch.ts'
import type { Clock } from './clock.ts'
import { Deadlines } from './deadlines.ts'
import type { Progress } from './journal.ts'

/** Everything about a run that ends by itself: sleeps, questions that expire, branches with a timeout. */
export class Timekeeper {
  readonly #clock: Clock
  #asks: Deadlines | undefined
  #branches: Map<string, Branch> | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  addAsk(ask: Ask): void {
    this.#asks ??= new Deadlines()
    this.#asks.add(ask)
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

  start(ask: Ask, branch: Branch): void {
    if (this.#branches === undefined || !ask.effect.counts) return
    ask.stopwatches = [...branch.lineage()].flatMap((above) => above.stopwatch ?? [])
    const now = this.#clock.now()
    for (const stopwatch of ask.stopwatches) stopwatch.start(now)
  }

  stop(ask: Ask, progress: Progress): void {
    if (ask.stopwatches === undefined) return
    const now = this.#clock.now()
    for (const stopwatch of ask.stopwatches) {
      stopwatch.stop(now)
      progress.ran[stopwatch.path] = stopwatch.used(now)
    }
    ask.stopwatches = undefined
  }

  /** What is over by now. */
  due(): { asks: Ask[]; branches: Branch[] } | undefined {
    if (this.#asks === undefined && this.#branches === undefined) return undefined
    const now = this.#clock.now()
    const asks = this.#asks?.due(now) ?? []
    const branches = [...(this.#branches?.values() ?? [])].filter((branch) => branch.stopwatch!.endsAt <= now)
    return { asks, branches }
  }

  /** When the next of them will be over, if nothing happens before. */
  nextAt(): number {
    let next = this.#asks?.soonest() ?? Number.POSITIVE_INFINITY
    for (const branch of this.#branches?.values() ?? []) next = Math.min(next, branch.stopwatch!.endsAt)
    return next
  }
}
