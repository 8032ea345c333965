import { Conversation } from './conversation.ts'
import { ToolDepthError, ToolTokenError, ToolUsageError } from './errors.ts'
import type { Fiber } from './fiber.ts'
import { type ExtendedMessage, fromExtended, refuseUnanswered } from './message.ts'
import type { Operation } from './operation.ts'
import type { OptionNames } from './options.ts'
import type { Run } from './run.ts'
import { Stopwatch } from './stopwatch.ts'
import { addUsage, type Usage } from './usage.ts'

export interface Limits {
  /** How deep branches may nest below this one. Default 32. */
  maxDepth?: number
  /** Tokens that all samples here and below may use together. */
  maxTokens?: number
  /** Milliseconds of running time, summed over rounds; waiting for a person does not count, nor does `ctx.sleep`. */
  timeout?: number
  /**
   * Milliseconds that the `finally` blocks of a tool or branch may take when it is halted. Then they are abandoned where they
   * wait, and the run goes on or ends. Default 30,000.
   */
  cleanup?: number
}

export interface BranchOptions extends Limits {
  /** Whether samples here see the parent's messages. Default true. */
  inheritMessages?: boolean
  /** Whether samples here have the parent's system prompt. Default true. */
  inheritSystemPrompt?: boolean
  /** Messages to begin with. */
  messages?: readonly ExtendedMessage[]
  systemPrompt?: string
}

export const BRANCH_OPTIONS: OptionNames<BranchOptions> = {
  inheritMessages: true,
  inheritSystemPrompt: true,
  messages: true,
  systemPrompt: true,
  maxDepth: true,
  maxTokens: true,
  timeout: true,
  cleanup: true,
}

const DEFAULT_MAX_DEPTH = 32
const DEFAULT_CLEANUP = 30_000

/** A place in the journal: a path, the counters that give its effects their addresses, its messages and its limits. */
export class Branch {
  readonly run: Run
  readonly parent: Branch | undefined
  readonly path: string
  readonly depth: number
  readonly conversation: Conversation
  readonly systemPrompt: string | undefined
  /** Inside `before` and `after`: questions are refused there. */
  readonly phase: boolean
  readonly stopwatch: Stopwatch | undefined
  readonly cleanup: number
  /** The fiber that runs the body of this branch. */
  owner: Fiber | undefined
  /** Operations made and not yet used. */
  unused: Set<Operation<unknown> & { label: string }> | undefined
  #effects = 0
  #branches = 0
  #names: Map<string, number> | undefined
  readonly #maxDepth: number
  readonly #maxTokens: number | undefined
  #tokens = 0

  constructor(run: Run, parent: Branch | undefined, options: BranchOptions & { phase?: string }) {
    this.run = run
    this.parent = parent
    this.depth = parent === undefined ? 0 : parent.depth + 1
    if (parent !== undefined && this.depth > parent.#maxDepth) throw new ToolDepthError(this.depth, parent.#maxDepth)
    const deepest = parent === undefined ? DEFAULT_MAX_DEPTH : parent.#maxDepth
    this.#maxDepth = options.maxDepth === undefined ? deepest : Math.min(deepest, this.depth + options.maxDepth)
    this.path = parent === undefined ? '' : join(parent.path, options.phase ?? String(++parent.#branches))
    this.phase = options.phase !== undefined || (parent?.phase ?? false)
    this.#maxTokens = options.maxTokens
    this.cleanup = options.cleanup ?? parent?.cleanup ?? DEFAULT_CLEANUP
    const begun = options.messages === undefined ? undefined : fromExtended(options.messages)
    // The history of a whole run may end with the call of its tool.
    if (parent !== undefined && begun !== undefined) refuseUnanswered(begun.messages)
    const inherited = options.inheritMessages === false ? undefined : parent?.conversation
    this.conversation = new Conversation(inherited, begun?.messages)
    const above = options.inheritSystemPrompt === false ? undefined : parent
    this.systemPrompt = options.systemPrompt ?? begun?.system ?? above?.systemPrompt
    if (options.timeout !== undefined) {
      this.stopwatch = new Stopwatch(this.path, options.timeout)
      run.timekeeper.addBranch(this)
    }
  }

  /** The address of the next effect (R2). */
  nextAddress(): string {
    return this.path === '' ? String(this.#effects++) : `${this.path}:${this.#effects++}`
  }

  /** `pickMove`, then `pickMove#2`; `1.2/pickMove` inside branches. */
  nextId(name: string): string {
    this.#names ??= new Map()
    const count = (this.#names.get(name) ?? 0) + 1
    this.#names.set(name, count)
    const id = count === 1 ? name : `${name}#${count}`
    return this.path === '' ? id : `${this.path}/${id}`
  }

  /** This branch and those above it. */
  *lineage(): Generator<Branch, void> {
    for (let branch: Branch | undefined = this; branch !== undefined; branch = branch.parent) yield branch
  }

  spend(usage: Usage): void {
    this.run.usage = addUsage(this.run.usage, usage)
    for (const branch of this.lineage()) branch.#tokens += usage.inputTokens + usage.outputTokens
  }

  /** What may still be spent here, or a `ToolTokenError` when it is nothing. */
  tokensLeft(): number {
    let left = Number.POSITIVE_INFINITY
    for (const branch of this.lineage()) {
      if (branch.#maxTokens === undefined) continue
      if (branch.#tokens >= branch.#maxTokens) throw new ToolTokenError(branch.#tokens, branch.#maxTokens)
      left = Math.min(left, branch.#maxTokens - branch.#tokens)
    }
    return left
  }

  /** Operations are made by the body of the tool, while it runs; anywhere else they could not be replayed. */
  refuseOutside(label: string): void {
    if (this.run.current !== undefined) return
    throw new ToolUsageError(
      `ctx.${label} was called outside the tool's own code, such as inside a step or a callback; ` +
        'effects belong in the generator, around the step',
    )
  }
}

const join = (parent: string, segment: string): string => (parent === '' ? segment : `${parent}.${segment}`)
