import type { Branch } from './branch.ts'
import { describe } from './describe.ts'
import { Effect, WAITING } from './effect.ts'
import { ToolUsageError } from './errors.ts'
import { History } from './history.ts'
import { isPromise, silence } from './maybe-promise.ts'
import type { Pending } from './pending.ts'
import type { Run } from './run.ts'

/** How a fiber ended. */
export type Ended = { type: 'value'; value: unknown } | { type: 'error'; error: unknown } | { type: 'halted' }

const START: Ended = { type: 'value', value: undefined }

/** One generator that runs on its own. It advances until it waits, and it is resumed by what it waited for. */
export class Fiber {
  readonly run: Run
  readonly branch: Branch
  ended: Ended | undefined
  /** The path of forks that lead to this fiber. Unlike a branch's path, no two fibers share one. */
  readonly place: string
  /** The questions and answers of the run up to here (R15). */
  history: History | undefined
  /** How many effects it has opened, values it has drawn, and groups of fibers it has forked. */
  effects = 0
  drawn = 0
  forks = 0
  /** The outcome of an effect, or the child fibers, that the fiber waits for. */
  pending: Pending | undefined
  group: Group | undefined
  readonly #start: () => Iterator<unknown, unknown, unknown>
  readonly #onEnd: (ended: Ended) => void
  readonly #parent: Fiber | undefined
  #iterator: Iterator<unknown, unknown, unknown> | undefined
  #resume: Ended = START
  #halted: { reason: unknown } | undefined
  #returning = false
  #isBounded = false

  constructor(
    run: Run,
    branch: Branch,
    parent: Fiber | undefined,
    start: () => Iterator<unknown, unknown, unknown>,
    onEnd: (ended: Ended) => void,
    place = '',
  ) {
    this.place = place
    this.history = parent?.history
    this.run = run
    this.branch = branch
    this.#parent = parent
    this.#start = start
    this.#onEnd = onEnd
    run.ready.push(this)
  }

  /** Whether it was halted itself. A fiber that begins in a `finally` above was not. */
  get isHalted(): boolean {
    return this.#halted !== undefined
  }

  /** True in a `finally` that runs because of a halt, here or above. */
  get cleaning(): boolean {
    return this.isHalted || (this.#parent?.cleaning ?? false)
  }

  resumeWith(resume: Ended): void {
    this.pending = undefined
    this.group = undefined
    this.#resume = resume
    if (this.#halted !== undefined && !this.#returning) {
      // The tool cannot see an error that comes while it is being halted, so the fiber ends in it.
      if (resume.type === 'error') this.#halted.reason ??= resume.error
      this.#resume = { type: 'halted' }
    }
    this.run.ready.push(this)
  }

  /** Ends the fiber where it waits: its own fibers first, then its `finally` blocks. With a reason, it ends in that error. */
  halt(reason?: Error): void {
    if (this.ended !== undefined || this.#halted !== undefined) return
    this.#halted = { reason }
    this.#forgive()
    const { pending, group } = this
    if (pending !== undefined) this.run.effects.withdraw(pending)
    if (group !== undefined) group.halt()
    else if (pending !== undefined) this.resumeWith({ type: 'halted' })
    else this.#resume = { type: 'halted' }
  }

  /** Runs as far as it can go (R3). */
  advance(): void {
    if (this.ended !== undefined) return
    this.run.current = this
    try {
      let result = this.#continue()
      while (!result.done) {
        let given: unknown
        try {
          given = this.#enter(result.value)
        } catch (error) {
          result = this.#throw(error)
          continue
        }
        if (given === WAITING) return this.#boundCleanup()
        result = this.#iterator!.next(given)
      }
      this.#end({ type: 'value', value: result.value })
    } catch (error) {
      this.#end({ type: 'error', error })
    } finally {
      this.run.current = undefined
    }
  }

  /** A `finally` that runs because of a halt may wait, but not for ever. */
  #boundCleanup(): void {
    if (!this.#returning || this.#isBounded) return
    this.#isBounded = true
    this.run.timekeeper.addCleanup(this)
  }

  /** Drops the fiber where it waits, with all that it has forked, and lets its parent go on. */
  abandon(): void {
    this.drop()
    this.#end({ type: 'value', value: undefined })
  }

  /** Ends the fiber where it waits without running anything more of it, and without telling its parent. */
  drop(): void {
    if (this.ended !== undefined) return
    if (this.pending !== undefined) this.run.effects.withdraw(this.pending)
    this.group?.drop()
    this.run.timekeeper.removeCleanup(this)
    this.ended = { type: 'halted' }
  }

  /** Returns the name of the wait, for messages. */
  get waitsFor(): string {
    return this.pending?.toString() ?? this.group?.waitsFor ?? 'nothing'
  }

  #continue(): IteratorResult<unknown, unknown> {
    const resume = this.#resume
    if (this.#iterator === undefined) {
      if (resume.type === 'halted') return { done: true, value: undefined }
      this.#iterator = this.#start()
    }
    if (resume.type === 'value') return this.#iterator.next(resume.value)
    if (resume.type === 'error') return this.#throw(resume.error)
    this.#returning = true
    return this.#iterator.return?.() ?? { done: true, value: undefined }
  }

  #throw(error: unknown): IteratorResult<unknown, unknown> {
    this.#forgive()
    if (this.#iterator!.throw === undefined) throw error
    return this.#iterator!.throw(error)
  }

  #enter(effect: unknown): unknown {
    if (effect instanceof Effect) {
      if (Effect.branchOf(effect) === this.branch) return effect.enter(this)
      throw new ToolUsageError(
        `${effect.type} was made by the context of another branch; use the ctx that this branch was given, so that its limits apply`,
      )
    }
    silence(effect)
    throw new ToolUsageError(
      typeof effect === 'object' && effect !== null && Symbol.iterator in effect
        ? 'an operation was yielded with `yield`; write `yield*`'
        : `a tool yields only operations of its context, and this one yielded ${describe(effect)}; do other work inside ctx.step(…)`,
    )
  }

  /** After an error or a halt, an operation that was made before may rightly never be used. */
  #forgive(): void {
    this.branch.unused?.clear()
  }

  #end(ended: Ended): void {
    this.#iterator = undefined
    if (ended.type === 'error') silence(ended.error)
    if (this.branch.owner === this && this.branch.stopwatch !== undefined) this.run.timekeeper.removeBranch(this.branch)
    if (this.#isBounded) this.run.timekeeper.removeCleanup(this)
    if (this.#halted === undefined) this.ended = this.#refusePromise(this.#refuseUnused(ended))
    else if (ended.type === 'error') this.ended = ended
    else
      this.ended =
        this.#halted.reason === undefined ? { type: 'halted' } : { type: 'error', error: this.#halted.reason }
    this.#onEnd(this.ended)
  }

  #refusePromise(ended: Ended): Ended {
    if (ended.type !== 'value' || !isPromise(ended.value)) return ended
    silence(ended.value)
    const what = this.branch.path === '' ? this.run.toolName : `branch ${this.branch.path}`
    const error = new ToolUsageError(
      `${what} returned a promise; wait for it in a step: yield* ctx.step('name', () => …)`,
    )
    return { type: 'error', error }
  }

  #refuseUnused(ended: Ended): Ended {
    if (ended.type !== 'value' || this.branch.owner !== this || !this.branch.unused?.size) return ended
    const [forgotten] = this.branch.unused
    const error = new ToolUsageError(`ctx.${forgotten!.label} was called but never used; write \`yield*\` before it`)
    return { type: 'error', error }
  }
}

/** The fibers that another fiber waits for. The owner is resumed when the last one has ended, never before. */
export class Group {
  readonly #owner: Fiber
  readonly #type: 'one' | 'all' | 'race'
  readonly #onEnd: (ended: Ended) => void
  readonly #place: string
  /** The owner's history at the fork. */
  readonly #history: History | undefined
  readonly #members: Fiber[] = []
  readonly #values: unknown[] = []
  #live = 0
  #verdict: Ended | undefined
  /** The member that the verdict is about; none where it is about all. */
  #decider: Fiber | undefined

  /** `name` tells a group that is not forked again on replay from those that are. */
  constructor(owner: Fiber, type: 'one' | 'all' | 'race', onEnd: (ended: Ended) => void, name?: string) {
    this.#owner = owner
    this.#type = type
    this.#onEnd = onEnd
    owner.group = this
    this.#history = owner.history
    this.#place = `${owner.place}${name ?? owner.forks++}.`
  }

  add(branch: Branch, start: () => Iterator<unknown, unknown, unknown>): Fiber {
    const index = this.#members.length
    const onEnd = (ended: Ended) => this.#memberEnded(index, ended)
    const fiber = new Fiber(this.#owner.run, branch, this.#owner, start, onEnd, `${this.#place}${index}/`)
    this.#members.push(fiber)
    this.#live++
    return fiber
  }

  halt(): void {
    this.#verdict ??= { type: 'halted' }
    for (const member of this.#members) member.halt()
  }

  drop(): void {
    for (const member of this.#members) member.drop()
  }

  get waitsFor(): string {
    const live = this.#members.filter(({ ended }) => ended === undefined)
    return live.map(({ waitsFor }) => waitsFor).join(' and ')
  }

  #memberEnded(index: number, ended: Ended): void {
    this.#live--
    if (ended.type === 'value') this.#values[index] = ended.value
    if (this.#verdict === undefined) {
      if (ended.type === 'error' || this.#type === 'race') {
        this.#verdict = ended
        this.#decider = this.#members[index]
        for (const member of this.#members) member.halt()
      }
    } else if (ended.type === 'error' && this.#verdict.type !== 'error') {
      // The `finally` of a loser threw.
      this.#verdict = ended
      this.#decider = this.#members[index]
    }
    if (this.#live > 0) return
    this.#join()
    this.#onEnd(this.#verdict ?? { type: 'value', value: this.#type === 'all' ? this.#values : this.#values[0] })
  }

  /** What the members were answered becomes part of the owner's history, or what the deciding one was. */
  #join(): void {
    const deciders = this.#decider === undefined ? this.#members : [this.#decider]
    if (deciders.every(({ history }) => history === this.#history)) return
    this.#owner.history = new History(
      this.#history,
      deciders.map(({ history }) => history),
    )
  }
}

/** First in, first out. The `shift` of an array moves all that is left. */
export class Queue<T> {
  #items: T[] = []
  #head = 0

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    if (this.#head === this.#items.length) return undefined
    const item = this.#items[this.#head++]!
    if (this.#head === this.#items.length) {
      this.#items = []
      this.#head = 0
    }
    return item
  }
}
