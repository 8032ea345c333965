import type { Branch, BranchOptions } from './branch.ts'
import { checkChoices } from './choices.ts'
import type { QuietContext, ToolContext } from './context.ts'
import { describe } from './describe.ts'
import type { Effect } from './effect.ts'
import { Detach, type Root, Roots } from './effects/client.ts'
import { Elicit, type ElicitAsk } from './effects/elicit.ts'
import { Emission, LOG_LEVELS, type LogLevel, toNotify } from './effects/emit.ts'
import { type BranchBody, Fork, SubBranch } from './effects/fork.ts'
import { Patched } from './effects/patched.ts'
import { Phase } from './effects/phase.ts'
import { Signal, SignalUrl } from './effects/signal.ts'
import { Step, type StepBody, type StepOptions } from './effects/step.ts'
import { Draw, Now, Sleep } from './effects/time.ts'
import type { ElicitKey, ElicitOptions, Elicits } from './elicit.ts'
import { elicitUrl, readPageUrl, URL_MODE } from './elicit-url.ts'
import { ToolUsageError } from './errors.ts'
import type { Capabilities } from './journal.ts'
import { type Json, type Jsonified, toJson } from './json.ts'
import type { McpMessage } from './message.ts'
import { ComposedOperation, EffectOperation, type Operation } from './operation.ts'
import { checkRetry } from './retry.ts'
import { insistOnSchema, insistOnTools, samplePlain, sampleSchema, sampleTools } from './sample.ts'
import type { Plain, SampleRequest, SampleResult, WithRetries, WithSchema, WithTools } from './sampling.ts'
import { check, isSchema, type Schema } from './schema.ts'
import { toRandom, toUuid } from './seed.ts'

type AnySample = SampleRequest & (Plain | WithSchema<Schema> | WithTools) & WithRetries

/** A question as authors ask it. What is neither of these is its context. */
interface Asked {
  message: string
  plain?: string
  mode?: unknown
  choices?: unknown
}

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

  elicit(key: string, request: Asked, options: ElicitOptions = {}): Operation<unknown> {
    const branch = Context.#of(this, 'elicit')
    const { questions } = branch.run
    const definition = Object.hasOwn(questions, key) ? questions[key]! : unknownKey(key, questions)
    const { message, plain, mode, choices, ...context } = request ?? ({} as Asked)
    if (mode === 'url' && definition.mode !== 'url') throw new ToolUsageError(URL_MODE)
    if (typeof message !== 'string')
      throw new ToolUsageError(`elicit "${key}" needs a message: what the person is asked`)
    if (plain !== undefined && typeof plain !== 'string')
      throw new ToolUsageError(`elicit "${key}": plain is a text, not ${describe(plain)}`)
    if (definition.mode === 'url') {
      const url = readPageUrl(key, (context as { url?: unknown }).url)
      const { to, quorum } = toAddressees(key, options)
      if (quorum !== undefined) throw new ToolUsageError(`elicit "${key}" opens a page, which takes no quorum`)
      const ask = { message, context: { url }, ...(to !== undefined && { to }) }
      return new ComposedOperation(branch, `elicit('${key}')`, () => elicitUrl(branch, definition, ask))
    }
    const shown = (mode === undefined ? context : { mode, ...context }) as Record<string, unknown>
    if (definition.context !== undefined) refuseContext(key, definition.context, shown)
    const json = toJson(shown, `the context of elicit "${key}"`) as Record<string, Json>
    const effect = new Elicit(branch, definition, {
      message,
      ...(plain !== undefined && { plain }),
      context: json,
      ...(choices !== undefined && { choices: checkChoices(definition, choices) }),
      ...toAddressees(key, options),
    })
    return toOperation(branch, `elicit('${key}')`, effect)
  }

  signal(name: string, schema?: Schema): Operation<unknown> {
    const branch = Context.#of(this, 'signal')
    checkSignalName('signal', name)
    if (schema !== undefined && !isSchema(schema))
      throw new ToolUsageError(`ctx.signal("${name}") takes a schema for its value, not ${describe(schema)}`)
    return toOperation(branch, `signal('${name}')`, new Signal(branch, name, schema))
  }

  signalUrl(name: string): Operation<string> {
    const branch = Context.#of(this, 'signalUrl')
    checkSignalName('signalUrl', name)
    return toOperation(branch, `signalUrl('${name}')`, new SignalUrl(branch, name))
  }

  sample(request: AnySample): Operation<SampleResult<unknown>> {
    const branch = Context.#of(this, 'sample')
    refuseRequest('sample', request)
    if (request.schema !== undefined) {
      if (request.tools !== undefined) throw new ToolUsageError('sample takes schema or tools, not both')
      const { schema, ...rest } = request
      return new ComposedOperation<SampleResult<unknown>>(branch, 'sample', () => sampleSchema(branch, rest, schema))
    }
    if (request.tools !== undefined) {
      const { tools, toolChoice = 'auto', ...rest } = request
      return new ComposedOperation(branch, 'sample', () => sampleTools(branch, rest, tools, toolChoice))
    }
    return new ComposedOperation(branch, 'sample', () => samplePlain(branch, request))
  }

  sampleSchema(asked: SampleRequest & WithSchema<Schema> & WithRetries) {
    const branch = Context.#of(this, 'sampleSchema')
    refuseRequest('sampleSchema', asked)
    const { schema, retries, ...request } = asked
    return new ComposedOperation(branch, 'sampleSchema', () => insistOnSchema(branch, request, schema, retries))
  }

  sampleTools(asked: SampleRequest & WithTools & WithRetries) {
    const branch = Context.#of(this, 'sampleTools')
    refuseRequest('sampleTools', asked)
    const { tools, toolChoice = 'required', retries, ...request } = asked
    return new ComposedOperation(branch, 'sampleTools', () =>
      insistOnTools(branch, request, tools, toolChoice, retries),
    )
  }

  step<T>(name: string, body: StepBody<T>, options: StepOptions = {}): Operation<Jsonified<T>> {
    const branch = Context.#of(this, 'step')
    if (typeof name !== 'string' || typeof body !== 'function') {
      throw new ToolUsageError('ctx.step takes a name and a function: ctx.step("search", () => search(query))')
    }
    if (options.retry !== undefined) checkRetry(name, options.retry)
    return toOperation(branch, `step('${name}')`, new Step(branch, name, body, options))
  }

  branch<T>(body: BranchBody<T>, options: BranchOptions = {}): Operation<T> {
    const branch = Context.#of(this, 'branch')
    if (typeof body !== 'function')
      throw new ToolUsageError('ctx.branch takes a generator function: function* (ctx) { … }')
    return toOperation(branch, 'branch', new SubBranch(branch, body, options))
  }

  all<T>(operations: readonly Operation<unknown>[]): Operation<T> {
    const branch = Context.#of(this, 'all')
    return toOperation(branch, 'all', new Fork(branch, 'all', operations))
  }

  race<T>(operations: readonly Operation<unknown>[]): Operation<T> {
    const branch = Context.#of(this, 'race')
    return toOperation(branch, 'race', new Fork(branch, 'race', operations))
  }

  sleep(ms: number): Operation<void> {
    const branch = Context.#of(this, 'sleep')
    if (!Number.isFinite(ms) || ms < 0) throw new ToolUsageError(`ctx.sleep takes milliseconds, not ${ms}`)
    return toOperation(branch, 'sleep', new Sleep(branch, ms))
  }

  now(): Operation<number> {
    const branch = Context.#of(this, 'now')
    return toOperation(branch, 'now', new Now(branch))
  }

  uuid(): Operation<string> {
    const branch = Context.#of(this, 'uuid')
    return toOperation(branch, 'uuid', new Draw(branch, toUuid))
  }

  random(): Operation<number> {
    const branch = Context.#of(this, 'random')
    return toOperation(branch, 'random', new Draw(branch, toRandom))
  }

  patched(name: string): Operation<boolean> {
    const branch = Context.#of(this, 'patched')
    if (typeof name !== 'string' || name === '')
      throw new ToolUsageError(`ctx.patched takes the name of a change, not ${JSON.stringify(name)}`)
    return toOperation(branch, `patched('${name}')`, new Patched(branch, name))
  }

  log(level: LogLevel, message: string): Operation<void> {
    const branch = Context.#of(this, 'log')
    if (!LOG_LEVELS.includes(level)) throw new ToolUsageError(`ctx.log takes ${LOG_LEVELS.join(', ')}, not ${level}`)
    return toOperation(branch, 'log', new Emission(branch, { type: 'log', level, message }))
  }

  notify(message: string, progress?: number, total?: number): Operation<void> {
    const branch = Context.#of(this, 'notify')
    return toOperation(branch, 'notify', new Emission(branch, toNotify('ctx.notify', message, progress, total)))
  }

  roots(): Operation<Root[]> {
    const branch = Context.#of(this, 'roots')
    return toOperation(branch, 'roots', new Roots(branch))
  }

  detach(): Operation<boolean> {
    const branch = Context.#of(this, 'detach')
    return toOperation(branch, 'detach', new Detach(branch))
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

const toOperation = <T>(branch: Branch, label: string, effect: Effect): Operation<T> =>
  new EffectOperation<T>(branch, label, effect)

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

function unknownKey(key: string, questions: Readonly<Record<string, ElicitKey>>): never {
  const known = Object.keys(questions).join(', ') || 'none'
  throw new ToolUsageError(`the tool declares no elicit "${key}" (declared: ${known}); add it to .elicits({ … })`)
}

function toAddressees(key: string, { to, quorum }: ElicitOptions): Pick<ElicitAsk, 'to' | 'quorum'> {
  if (to === undefined) {
    if (quorum === undefined) return {}
    throw new ToolUsageError(
      `elicit "${key}" has a quorum and no \`to\`; say who is asked: { to: 'role:manager', quorum: 2 }`,
    )
  }
  const names = typeof to === 'string' ? [to] : [...to]
  if (names.length === 0 || !names.every((name) => typeof name === 'string' && name !== ''))
    throw new ToolUsageError(`elicit "${key}": \`to\` is a name or a list of names, not ${JSON.stringify(to)}`)
  if (quorum === undefined) return { to: Object.freeze(names) }
  if (!Number.isInteger(quorum) || quorum < 1)
    throw new ToolUsageError(`elicit "${key}": quorum is a whole number of people from 1 on, not ${quorum}`)
  return { to: Object.freeze(names), quorum }
}

function checkSignalName(member: string, name: unknown): void {
  if (typeof name === 'string' && /^[A-Za-z0-9_.:-]{1,128}$/.test(name)) return
  throw new ToolUsageError(
    `ctx.${member} takes a name of 1 to 128 letters, digits, "_", ".", ":" or "-", not ${JSON.stringify(name)}`,
  )
}

function refuseRequest(member: string, request: Partial<SampleRequest> | undefined): void {
  const prompted = typeof request?.prompt === 'string'
  const told = Array.isArray(request?.messages) && request.messages.length > 0
  if (prompted === told) throw new ToolUsageError(`ctx.${member} takes either a prompt or a list of messages`)
  const { key = 'sample', retries = 0 } = request as { key?: string; retries?: number }
  if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(key)) {
    throw new ToolUsageError(`ctx.${member}: a key begins with a letter and has letters, digits and "_", not ${key}`)
  }
  if (!Number.isInteger(retries) || retries < 0)
    throw new ToolUsageError(`ctx.${member}: retries is a whole number, not ${retries}`)
}

function refuseContext(key: string, schema: Schema, context: unknown): void {
  const checked = check(schema, context)
  if (checked instanceof Promise)
    throw new ToolUsageError(`the context schema of elicit "${key}" must validate synchronously`)
  if (checked.type === 'invalid')
    throw new ToolUsageError(`elicit "${key}" was given a wrong context: ${checked.problem}`)
}
