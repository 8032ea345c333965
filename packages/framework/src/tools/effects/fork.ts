import { Branch, type BranchOptions } from '../branch.ts'
import { createContext } from '../create-context.ts'
import { describe } from '../describe.ts'
import { Effect, WAITING } from '../effect.ts'
import { ToolUsageError } from '../errors.ts'
import { type Fiber, Group } from '../fiber.ts'
import { begin, type Operation } from '../operation.ts'

/** Runs operations side by side in fibers of their own; the tool goes on when they are done. */
export class Fork extends Effect {
  readonly type: 'all' | 'race'
  readonly #members: readonly Operation<unknown>[]

  constructor(branch: Branch, type: 'all' | 'race', members: readonly Operation<unknown>[]) {
    super(branch)
    this.type = type
    this.#members = members
  }

  enter(fiber: Fiber): unknown {
    if (!Array.isArray(this.#members)) throw new ToolUsageError(`ctx.${this.type} takes a list of operations`)
    if (this.#members.length === 0) {
      if (this.type === 'all') return []
      throw new ToolUsageError('ctx.race([]) would wait for ever; give it at least one operation')
    }
    for (const member of this.#members) {
      if (typeof member?.[Symbol.iterator] !== 'function') {
        throw new ToolUsageError(
          `ctx.${this.type} takes operations such as ctx.step(…) or ctx.branch(…), not ${describe(member)}`,
        )
      }
    }
    // Begun here, all of them: one that is halted before its turn was used all the same.
    const begun = this.#members.map((member) => member[Symbol.iterator]())
    const group = new Group(fiber, this.type, (outcome) => fiber.resumeWith(outcome))
    for (const iterator of begun) group.add(Effect.branchOf(this), () => iterator)
    return WAITING
  }
}

/** A body takes the context of its own tool; the effect only passes it on. */
export type BranchBody<T> = (ctx: never) => Operation<T>

/** One sub-branch: a fiber with its own place in the journal, its own messages and its own limits. */
export class SubBranch extends Effect {
  readonly type = 'branch'
  readonly #body: BranchBody<unknown>
  readonly #options: BranchOptions

  constructor(branch: Branch, body: BranchBody<unknown>, options: BranchOptions) {
    super(branch)
    this.#body = body
    this.#options = options
  }

  enter(fiber: Fiber): unknown {
    const child = new Branch(fiber.run, Effect.branchOf(this), this.#options)
    const group = new Group(fiber, 'one', (outcome) => fiber.resumeWith(outcome))
    child.owner = group.add(child, () => begin(this.#body(createContext(child) as never), 'the body of a branch'))
    return WAITING
  }
}
