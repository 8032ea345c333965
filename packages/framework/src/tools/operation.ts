import type { Branch } from './branch.ts'
import { describe } from './describe.ts'
import type { Effect } from './effect.ts'
import { ToolUsageError } from './errors.ts'
import { silence } from './maybe-promise.ts'

/** Something a tool waits for: a generator of effects, lazy, used once, with `yield*`. */
export interface Operation<T> {
  [Symbol.iterator](): Iterator<Effect, T, unknown>
}

/**
 * What a generator function of a tool returns. Where it yields something other than effects, its type is a sentence, which
 * TypeScript shows as the type that was expected.
 */
export type BodyOf<T, Y> = unknown extends Y
  ? Operation<T>
  : [Y] extends [Effect]
    ? { [Symbol.iterator](): Iterator<Y, T, unknown> }
    : 'write `yield*` before ctx.…, not `yield`; a promise is awaited inside ctx.step'

/** What an operation returns. */
export type Awaited<T> = T extends Operation<infer R> ? R : never

/** An operation that knows whether it was used: never and twice are both mistakes, and the error names it. */
abstract class OnceOperation<T> implements Operation<T> {
  readonly label: string
  readonly #branch: Branch
  #used = false

  constructor(branch: Branch, label: string) {
    branch.refuseOutside(label)
    this.label = label
    this.#branch = branch
    branch.unused ??= new Set()
    branch.unused.add(this)
  }

  [Symbol.iterator](): Iterator<Effect, T, unknown> {
    if (this.#used) {
      throw new ToolUsageError(
        `ctx.${this.label} was used twice; an operation runs once, so call ctx.${this.label} again`,
      )
    }
    this.#used = true
    this.#branch.unused?.delete(this)
    return this.start()
  }

  protected abstract start(): Iterator<Effect, T, unknown>
}

/** Begins what a body returned. JavaScript may have given an async or a plain function. */
export function begin<T>(operation: Operation<T>, what: string): Iterator<Effect, T, unknown> {
  if (typeof operation?.[Symbol.iterator] === 'function') return operation[Symbol.iterator]()
  silence(operation)
  throw new ToolUsageError(
    `${what} is a generator function (function* …), and this one returned ${describe(operation)}`,
  )
}

/** Yields one effect and returns what the runtime gives back for it. */
export class EffectOperation<T> extends OnceOperation<T> implements Iterator<Effect, T, unknown> {
  readonly #effect: Effect
  #yielded = false

  constructor(branch: Branch, label: string, effect: Effect) {
    super(branch, label)
    this.#effect = effect
  }

  protected start() {
    return this
  }

  next(value?: unknown): IteratorResult<Effect, T> {
    // The runtime gives back what the effect promised; this is the one place that takes its word.
    if (this.#yielded) return { done: true, value: value as T }
    this.#yielded = true
    return { done: false, value: this.#effect }
  }

  throw(error: unknown): never {
    throw error
  }

  return(value?: T): IteratorResult<Effect, T> {
    return { done: true, value: value as T }
  }
}

/** An operation made of others. */
export class ComposedOperation<T> extends OnceOperation<T> {
  readonly #body: () => Iterator<Effect, T, unknown>

  constructor(branch: Branch, label: string, body: () => Iterator<Effect, T, unknown>) {
    super(branch, label)
    this.#body = body
  }

  protected start() {
    return this.#body()
  }
}
