import { BRANCH_OPTIONS, type Branch, type BranchOptions } from './branch.ts'
import type { QuietContext, ToolContext } from './context.ts'
import { describe, show } from './describe.ts'
import type { Effect } from './effect.ts'
import { Detach, type Root, Roots } from './effects/client.ts'
import { type LogLevel, toLog, toNotify } from './effects/emit.ts'
import { type BranchBody, Fork, SubBranch } from './effects/fork.ts'
import { drawn, emitted, patched } from './effects/immediate.ts'
import { Phase } from './effects/phase.ts'
import { Signal, SignalUrl } from './effects/signal.ts'
import { STEP_OPTIONS, Step, type StepBody, type StepOptions } from './effects/step.ts'
import { Now, Sleep } from './effects/time.ts'
import type { ElicitOptions, Elicits } from './elicit.ts'
import { type Asked, elicit } from './elicit-operation.ts'
import { ToolUsageError } from './errors.ts'
import type { Capabilities } from './journal.ts'
import type { Jsonified } from './json.ts'
import type { McpMessage } from './message.ts'
import { ComposedOperation, EffectOperation, type Operation } from './operation.ts'
import { checkOptions } from './options.ts'
import { checkRetry } from './retry.ts'
import { plainForm, sample, schemaForm, toolsForm } from './sample.ts'
import { refuseRequest } from './sample-request.ts'
import type { Plain, SampleRequest, SampleResult, WithRetries, WithSchema, WithTools } from './sampling.ts'
import { isSchema, type Schema, SOME_SCHEMA } from './schema.ts'
import { toRandom } from './seed.ts'
import { isLimit, LIMITS } from './setting.ts'
import { toUuid } from './uuid.ts'

type AnySample = SampleRequest & (Plain | WithSchema<Schema> | WithTools)

/** How often an invalid answer is sent back. */
const DEFAULT_RETRIES = 2

class Context implements QuietContext {
  readonly #branch: Branch

  constructor(branch: Branch) {
    this.#branch = branch
  }

  static branchOf(ctx: QuietContext): Branch {
    if (ctx instanceof Context) return ctx.#branch
    throw new ToolUsageError('a handoff runs with the context that its run gave it')
  }

  /** The branch of a context whose method is called. A method that was taken off its context has none. */
  static #of(ctx: unknown, member: string): Branch {
    if (typeof ctx === 'object' && ctx !== null && #branch in ctx) return ctx.#branch
    throw new ToolUsageError(`${member} was called without its context; write ctx.${member}(…), do not destructure ctx`)
  }

  static #make<T>(ctx: unknown, member: string, create: (branch: Branch) => Effect): Operation<T> {
    const branch = Context.#of(ctx, member)
    return new EffectOperation<T>(branch, member, create(branch))
  }

  elicit(key: string, request: Asked, options: ElicitOptions = {}): Operation<unknown> {
    return elicit(Context.#of(this, 'elicit'), key, request, options)
  }

  signal(name: string, schema?: Schema): Operation<unknown> {
    const branch = Context.#of(this, 'signal')
    checkSignalName('signal', name)
    if (schema !== undefined && !isSchema(schema))
      throw new ToolUsageError(`ctx.signal("${name}") takes ${SOME_SCHEMA}, for its value, not ${describe(schema)}`)
    return new EffectOperation(branch, `signal('${name}')`, new Signal(branch, name, schema))
  }

  signalUrl(name: string): Operation<string> {
    const branch = Context.#of(this, 'signalUrl')
    checkSignalName('signalUrl', name)
    return new EffectOperation(branch, `signalUrl('${name}')`, new SignalUrl(branch, name))
  }

  sample(request: AnySample): Operation<SampleResult<unknown>> {
    const branch = Context.#of(this, 'sample')
    refuseRequest('sample', request)
    if (request.schema !== undefined) {
      if (request.tools !== undefined) throw new ToolUsageError('sample takes schema or tools, not both')
      const { schema, ...rest } = request
      return new ComposedOperation(branch, 'sample', () => sample(branch, rest, schemaForm(schema)))
    }
    if (request.tools !== undefined) {
      const { tools, toolChoice = 'auto', ...rest } = request
      return new ComposedOperation(branch, 'sample', () => sample(branch, rest, toolsForm(tools, toolChoice)))
    }
    return new ComposedOperation(branch, 'sample', () => sample(branch, request, plainForm))
  }

  sampleSchema(asked: SampleRequest & WithSchema<Schema> & WithRetries) {
    const branch = Context.#of(this, 'sampleSchema')
    refuseRequest('sampleSchema', asked)
    const { schema, retries = DEFAULT_RETRIES, ...request } = asked
    return new ComposedOperation(branch, 'sampleSchema', () => sample(branch, request, schemaForm(schema), retries))
  }

  sampleTools(asked: SampleRequest & WithTools & WithRetries) {
    const branch = Context.#of(this, 'sampleTools')
    refuseRequest('sampleTools', asked)
    const { tools, toolChoice = 'required', retries = DEFAULT_RETRIES, ...request } = asked
    const form = () => toolsForm(tools, toolChoice)
    return new ComposedOperation(branch, 'sampleTools', () => sample(branch, request, form(), retries))
  }

  step<T>(name: string, body: StepBody<T>, options: StepOptions = NO_OPTIONS): Operation<Jsonified<T>> {
    const branch = Context.#of(this, 'step')
    if (typeof name !== 'string' || typeof body !== 'function') {
      throw new ToolUsageError('ctx.step takes a name and a function: ctx.step("search", () => search(query))')
    }
    if (options !== NO_OPTIONS) checkStepOptions(name, options)
    return new EffectOperation(branch, `step('${name}')`, new Step(branch, name, body, options))
  }

  branch<T>(body: BranchBody<T>, options: BranchOptions = {}): Operation<T> {
    const branch = Context.#of(this, 'branch')
    if (typeof body !== 'function')
      throw new ToolUsageError('ctx.branch takes a generator function: function* (ctx) { … }')
    checkBranchOptions(options)
    return new EffectOperation(branch, 'branch', new SubBranch(branch, body, options))
  }

  all<T>(operations: readonly Operation<unknown>[]): Operation<T> {
    return Context.#make(this, 'all', (branch) => new Fork(branch, 'all', operations))
  }

  race<T>(operations: readonly Operation<unknown>[]): Operation<T> {
    return Context.#make(this, 'race', (branch) => new Fork(branch, 'race', operations))
  }

  sleep(ms: number): Operation<void> {
    const branch = Context.#of(this, 'sleep')
    if (!Number.isFinite(ms) || ms < 0) throw new ToolUsageError(`ctx.sleep takes milliseconds, not ${describe(ms)}`)
    return new EffectOperation(branch, 'sleep', new Sleep(branch, ms))
  }

  now(): Operation<number> {
    return Context.#make(this, 'now', (branch) => new Now(branch))
  }

  uuid(): Operation<string> {
    return Context.#make(this, 'uuid', (branch) => drawn(branch, toUuid))
  }

  random(): Operation<number> {
    return Context.#make(this, 'random', (branch) => drawn(branch, toRandom))
  }

  patched(name: string): Operation<boolean> {
    const branch = Context.#of(this, 'patched')
    if (typeof name !== 'string' || name === '')
      throw new ToolUsageError(`ctx.patched takes the name of a change, not ${show(name)}`)
    return new EffectOperation(branch, `patched('${name}')`, patched(branch, name))
  }

  log(level: LogLevel, message: string): Operation<void> {
    return Context.#make(this, 'log', (branch) => emitted(branch, toLog('ctx.log', level, message)))
  }

  notify(message: string, progress?: number, total?: number): Operation<void> {
    const branch = Context.#of(this, 'notify')
    return new EffectOperation(branch, 'notify', emitted(branch, toNotify('ctx.notify', message, progress, total)))
  }

  roots(): Operation<Root[]> {
    return Context.#make(this, 'roots', (branch) => new Roots(branch))
  }

  detach(): Operation<boolean> {
    return Context.#make(this, 'detach', (branch) => new Detach(branch))
  }

  get can(): Capabilities {
    return this.#branch.run.recorder.header.can
  }

  get callId(): string {
    return this.#branch.run.recorder.header.runId
  }

  get principal(): string | undefined {
    return this.#branch.run.recorder.header.principal
  }

  get depth(): number {
    return this.#branch.depth
  }

  get messages(): readonly McpMessage[] {
    return this.#branch.conversation.own()
  }

  get parentMessages(): readonly McpMessage[] {
    return this.#branch.conversation.inherited()
  }

  get systemPrompt(): string | undefined {
    return this.#branch.systemPrompt
  }
}

/** The context of a branch. A tool's own types are finer than what one class can declare; they say the same. */
export function createContext<E extends Elicits>(branch: Branch): ToolContext<E> {
  return new Context(branch) as unknown as ToolContext<E>
}

/** The branch behind a context: for hosts, which make effects that no author declares. */
export function branchOf(ctx: QuietContext): Branch {
  return Context.branchOf(ctx)
}

/** Runs a part of a tool to completion once: its result is recorded, and a replay takes it instead. */
export function runPhase<T>(
  ctx: QuietContext,
  name: string,
  body: (ctx: QuietContext) => Operation<T>,
): Operation<Jsonified<T>> {
  const branch = Context.branchOf(ctx)
  return new EffectOperation(branch, name, new Phase(branch, name, body))
}

function checkSignalName(member: string, name: unknown): void {
  if (typeof name === 'string' && /^[A-Za-z0-9_.:-]{1,128}$/.test(name)) return
  throw new ToolUsageError(
    `ctx.${member} takes a name of 1 to 128 letters, digits, "_", ".", ":" or "-", not ${show(name)}`,
  )
}

const NO_OPTIONS: StepOptions = Object.freeze({})

function checkStepOptions(name: string, options: StepOptions): void {
  const where = `ctx.step("${name}")`
  checkOptions<StepOptions>(where, options, STEP_OPTIONS)
  const { once = false, retry } = options
  if (typeof once !== 'boolean') throw new ToolUsageError(`${where}: once is true or false, not ${describe(once)}`)
  if (retry !== undefined) checkRetry(name, retry)
}

function checkBranchOptions(options: BranchOptions): void {
  checkOptions<BranchOptions>('ctx.branch', options, BRANCH_OPTIONS)
  const { systemPrompt = '' } = options
  if (typeof systemPrompt !== 'string')
    throw new ToolUsageError(`ctx.branch: systemPrompt is a text, not ${describe(systemPrompt)}`)
  const wrong = LIMITS.find((name) => options[name] !== undefined && !isLimit(options[name], name))
  if (wrong === undefined) return
  const range = wrong === 'maxDepth' ? 'a number from 0 on' : 'a positive number'
  throw new ToolUsageError(`ctx.branch: ${wrong} is ${range}, not ${describe(options[wrong])}`)
}
