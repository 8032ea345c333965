import { describe, toText } from './describe.ts'
import { copyJson, type Json } from './json.ts'
import type { Failure } from './outcome.ts'

/** The base of every error this package throws. The message says what was expected, what came, and what to do. */
export class SweatpantsError extends Error {
  override name = 'SweatpantsError'
  /** The page of this error on the documentation site, relative to the site's root. */
  get docs(): string {
    return `errors/${this.name}`
  }
}

/** A tool was declared wrongly: a bad name, a duplicate call, a schema that cannot be asked. Thrown while it is built. */
export class ToolDefinitionError extends SweatpantsError {
  override name = 'ToolDefinitionError'
}

/** The caller's arguments do not fit the tool's parameters. */
export class ToolInputError extends SweatpantsError {
  override name = 'ToolInputError'
}

/** The tool returned something that its own `.output` schema refuses. */
export class ToolOutputError extends SweatpantsError {
  override name = 'ToolOutputError'
}

/** The tool needs something (`.requires`) that the place it runs in cannot do. */
export class ToolCapabilityError extends SweatpantsError {
  override name = 'ToolCapabilityError'
  readonly missing: readonly string[]
  constructor(tool: string, missing: readonly string[], remedy?: string) {
    const problem = `${tool} requires ${missing.join(' and ')}, which this client does not offer`
    super(remedy === undefined ? problem : `${problem}; ${remedy}`)
    this.missing = missing
  }
}

/** The body of a tool broke a rule of effects: a foreign yield, an operation used twice or never, an effect in a step. */
export class ToolUsageError extends SweatpantsError {
  override name = 'ToolUsageError'
}

/** A value that JSON cannot carry, with the place where it was found. */
export class JsonError extends SweatpantsError {
  override name = 'JsonError'
  /** The most characters that were allowed, where there were more. */
  readonly limit: number | undefined
  constructor(message: string, { limit, ...options }: ErrorOptions & { limit?: number } = {}) {
    super(message, options)
    this.limit = limit
  }
}

/**
 * The run met code that it was not recorded with. It stops, and its journal stays as it is: the right code can go on with it
 * (R13). The message is for the developer, `clientMessage` for the client.
 */
export abstract class OtherCodeError extends SweatpantsError {
  readonly clientMessage = 'it is paused until a server version that can continue it is running'
}

/** The journal and the tool disagree: the code has changed, or is not deterministic. */
export class DivergenceError extends OtherCodeError {
  override name = 'DivergenceError'
}

/** A recorded answer does not fit its question. */
export class MisfitError extends DivergenceError {
  /** Why it does not fit. */
  readonly problem: string
  constructor(message: string, problem: string) {
    super(message)
    this.problem = problem
  }
}

/** A run was begun by another `.version` of the tool. */
export class VersionError extends OtherCodeError {
  override name = 'VersionError'
  readonly tool: string
  /** The version that began the run, and the one that is here. */
  readonly begun: string | undefined
  readonly current: string | undefined
  constructor(run: string, tool: string, begun: string | undefined, current: string | undefined) {
    super(
      `${run} was made by version ${begun ?? '(none)'} of ${tool}, and this is version ${current ?? '(none)'}; pass ` +
        "onVersionChange: 'restart' or 'continue', or keep the old version for it",
    )
    this.tool = tool
    this.begun = begun
    this.current = current
  }
}

/** Another writer continued this run first. */
export class JournalConflictError extends SweatpantsError {
  override name = 'JournalConflictError'
  readonly runId: string
  readonly expected: number
  readonly found: number
  constructor(runId: string, expected: number, found: number) {
    super(
      `run ${runId}: expected revision ${expected} of its journal and found ${found}; ` +
        'another process has continued this run. Read it again and go on from there',
    )
    this.runId = runId
    this.expected = expected
    this.found = found
  }
}

/** A sub-branch would be deeper than `maxDepth`. */
export class ToolDepthError extends SweatpantsError {
  override name = 'ToolDepthError'
  readonly depth: number
  readonly limit: number
  constructor(depth: number, limit: number) {
    super(`a branch at depth ${depth} was refused: maxDepth is ${limit}`)
    this.depth = depth
    this.limit = limit
  }
}

/** The branch has used the tokens it was given; the next model call was not made. */
export class ToolTokenError extends SweatpantsError {
  override name = 'ToolTokenError'
  readonly used: number
  readonly budget: number
  constructor(used: number, budget: number) {
    super(`the next sample was refused: ${used} of ${budget} tokens (maxTokens) are used`)
    this.used = used
    this.budget = budget
  }
}

/** The running time of a tool or branch passed its `timeout`; time spent waiting for a person does not count. */
export class ToolTimeoutError extends SweatpantsError {
  override name = 'ToolTimeoutError'
  readonly path: string
  readonly limit: number
  constructor(path: string, limit: number) {
    super(`${path === '' ? 'the tool' : `branch ${path}`} ran longer than its timeout of ${limit} ms`)
    this.path = path
    this.limit = limit
  }
}

/** The `finally` blocks of a halted tool or branch took longer than `limits.cleanup`. What was left of them did not run. */
export class CleanupError extends SweatpantsError {
  override name = 'CleanupError'
  readonly path: string
  readonly limit: number
  constructor(tool: string, path: string, limit: number, waitedFor: string) {
    super(
      `${path === '' ? tool : `branch ${path} of ${tool}`}: its cleanup was abandoned after ${limit} ms, while it waited for ` +
        `${waitedFor}; end the step when its signal aborts, or raise limits.cleanup`,
    )
    this.path = path
    this.limit = limit
  }
}

/**
 * The store failed, so a write may have been stored or not. The message is for clients; `cause`, the error of the database, is
 * for the log of the server.
 */
export class StoreError extends SweatpantsError {
  override name = 'StoreError'
  readonly code = 'store_unavailable'
}

/** A record is larger than the store accepts. Nothing was stored, and a repetition would be refused too. */
export class RecordSizeError extends SweatpantsError {
  override name = 'RecordSizeError'
  readonly size: number
  readonly limit: number
  constructor(size: number, limit: number, what = 'a record') {
    super(
      `${what} has ${size} bytes, and the store accepts ${limit}; keep large data elsewhere, or raise the limit of the store`,
    )
    this.size = size
    this.limit = limit
  }
}

/** An effect failed. The same error, with the same fields, is seen live and on replay. */
export class EffectError extends SweatpantsError {
  override name = 'EffectError'
  readonly failure: Failure
  constructor(what: string, failure: Failure) {
    super(`${what}: ${failure.message || failure.name}`)
    // A copy, because the tool may change it and the journal keeps the other one. A failure is JSON.
    this.failure = copyJson(failure as unknown as Json) as unknown as Failure
  }
}

/** A step threw. `failure` holds the name, message, code and data of what it threw. */
export class StepError extends EffectError {
  override name = 'StepError'
}

/** A `once` step was interrupted: it had started, its outcome was never recorded, and it is not run again. */
export class StepInterruptedError extends EffectError {
  override name = 'StepInterruptedError'
}

/** A model call failed. */
export class SampleError extends EffectError {
  override name = 'SampleError'
}

/** A question could not be asked, was answered wrongly too often, or has changed too often. */
export class ElicitError extends EffectError {
  override name = 'ElicitError'
  /** How many answers were refused, or how often the question has changed, where that is why. */
  get attempts(): number | undefined {
    const { attempts } = (this.failure.data ?? {}) as { attempts?: number }
    return attempts
  }
}

/** The client could not give its roots. */
export class RootsError extends EffectError {
  override name = 'RootsError'
}

/** The call could not go on as a task. */
export class DetachError extends EffectError {
  override name = 'DetachError'
}

/** The host of a run could not do what the run needs. */
export class HostError extends EffectError {
  override name = 'HostError'
}

/** A signal could not be waited for, has no URL, or arrived with a value that its schema refuses. */
export class SignalError extends EffectError {
  override name = 'SignalError'
}

/** `before` or `after` of a handoff threw. */
export class HandoffError extends EffectError {
  override name = 'HandoffError'
}

/** Something was thrown that is not an Error, and so has no stack, or an Error that cannot be read. */
export class ThrownValueError extends SweatpantsError {
  override name = 'ThrownValueError'
  readonly value: unknown
  constructor(value: unknown, problem = 'which is not an Error') {
    super(`${describeThrown(value)} was thrown, ${problem}; throw new Error(…), which has a message and a stack`)
    this.value = value
  }
}

/** What was thrown, as an error whose name and message are texts. */
export function toError(thrown: unknown): Error {
  try {
    if (!(thrown instanceof Error)) return new ThrownValueError(thrown)
    const { name, message } = thrown
    if (typeof name === 'string' && typeof message === 'string') return thrown
    return Object.assign(new Error(toText(message), { cause: thrown }), { name: toText(name) })
  } catch {
    return new ThrownValueError(thrown, 'whose name or message cannot be read')
  }
}

/** Libraries throw plain objects with a message. */
function describeThrown(value: unknown): string {
  try {
    const { message } = value as { message?: unknown }
    return typeof message === 'string'
      ? `${describe(value)} with the message ${JSON.stringify(toText(message))}`
      : describe(value)
  } catch {
    return describe(value)
  }
}

/** `sampleSchema` or `sampleTools` got no valid answer within its retries. */
export class SampleValidationError extends SweatpantsError {
  override name = 'SampleValidationError'
  readonly attempts: number
  readonly problem: string
  constructor(attempts: number, problem: string) {
    super(`the model gave no valid answer in ${attempts} attempts; the last problem: ${problem}`)
    this.attempts = attempts
    this.problem = problem
  }
}
