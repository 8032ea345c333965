import type { Branch } from './branch.ts'
import { defined } from './defined.ts'
import { CleanupError, DivergenceError, ToolTimeoutError } from './errors.ts'
import type { Fiber } from './fiber.ts'
import type { Entry } from './journal.ts'
import { andThen, type MaybePromise } from './maybe-promise.ts'
import type { Run } from './run.ts'

type Halted = Extract<Entry, { type: 'halted' }>

/** How branches are halted, and cleanups abandoned that take too long (R5, R10). Both are entries, and replayed. */
export class Halts {
  #isCancelled = false
  #abandoned: CleanupError[] | undefined
  readonly #run: Run

  constructor(run: Run) {
    this.#run = run
  }

  /** Whether the whole run was cancelled. */
  get isCancelled(): boolean {
    return this.#isCancelled
  }

  record(branch: Branch, reason: 'cancelled' | 'timeout'): MaybePromise<void> {
    const { timekeeper, clock, recorder } = this.#run
    this.#isCancelled ||= reason === 'cancelled'
    timekeeper.removeBranch(branch)
    if (branch.owner!.ended !== undefined || branch.owner!.isHalted) return
    const ran = timekeeper.ran(branch)
    const entry: Entry = { type: 'halted', at: branch.path, reason, time: clock.now(), ...defined({ ran }) }
    return andThen(recorder.append(entry), () => this.#halt(branch, reason))
  }

  recordAbandoned(fiber: Fiber): MaybePromise<void> {
    if (fiber.ended !== undefined) return
    const { toolName, clock, recorder, timekeeper } = this.#run
    const { path, cleanup } = fiber.branch
    const error = new CleanupError(toolName, path, cleanup, fiber.waitsFor)
    this.#abandoned ??= []
    this.#abandoned.push(error)
    this.#run.report(error)
    const at = fiber.place.replace(/\/$/, '')
    const ran = timekeeper.ran(fiber.branch)
    const entry: Entry = { type: 'halted', at, reason: 'abandoned', time: clock.now(), ...defined({ ran }) }
    return andThen(recorder.append(entry), () => fiber.abandon())
  }

  replay({ at, reason, ran }: Halted, root: Branch): void {
    const { timekeeper } = this.#run
    if (reason === 'abandoned') {
      const fiber = timekeeper.cleanupAt(at === '' ? '' : `${at}/`)
      if (ran !== undefined && fiber !== undefined) timekeeper.recall(fiber.branch, ran)
      if (fiber !== undefined) return fiber.abandon()
      throw new DivergenceError(`the journal abandons the cleanup at ${at || 'the root'}, which the tool has not begun`)
    }
    const branch = at === '' ? root : timekeeper.branchAt(at)
    if (ran !== undefined && branch !== undefined) timekeeper.recall(branch, ran)
    if (branch !== undefined) return this.#halt(branch, reason)
    throw new DivergenceError(`the journal halts branch ${at}, which the tool has not begun`)
  }

  #halt(branch: Branch, reason: 'cancelled' | 'timeout'): void {
    if (reason === 'timeout')
      return branch.owner!.halt(new ToolTimeoutError(branch.path, branch.stopwatch?.timeout ?? 0))
    this.#isCancelled = true
    branch.owner!.halt()
  }

  /** Returns the cleanups that were abandoned since the last call. */
  takeAbandoned(): CleanupError[] {
    const abandoned = this.#abandoned ?? []
    this.#abandoned = undefined
    return abandoned
  }
}
