import type { Branch, BranchOptions } from './branch.ts'
import { type Choices, checkChoices, type FieldsOnly } from './choices.ts'
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
import type { ContextOf, ElicitKey, ElicitOptions, Elicits, PageOf, ResponseOf, ResultFor } from './elicit.ts'
import { elicitUrl, readPageUrl, URL_MODE } from './elicit-url.ts'
import { ToolUsageError } from './errors.ts'
import type { Capabilities } from './journal.ts'
import { type Json, type Jsonified, toJson } from './json.ts'
import type { McpMessage } from './message.ts'
import { type Awaited, type BodyOf, ComposedOperation, EffectOperation, type Operation } from './operation.ts'
import { checkRetry } from './retry.ts'
import { insistOnSchema, insistOnTools, samplePlain, sampleSchema, sampleTools } from './sample.ts'
import type {
  Plain,
  SampleRequest,
  SampleResult,
  SampleSchemaResult,
  SampleToolsResult,
  WithRetries,
  WithSchema,
  WithTools,
} from './sampling.ts'
import { check, type InferOutput, isSchema, type Schema } from './schema.ts'
import { toRandom, toUuid } from './seed.ts'

type KeysWithContext<E extends Elicits> = {
  [K in keyof E & string]: E[K] extends { context: Schema } ? K : never
}[keyof E & string]

/** The text of a question. */
interface Words {
  message: string
  /** Text that is added to the message where no component shows the question: a board or a table, drawn with characters. */
  plain?: string
}

/** What a tool is given to wait with. Every method makes an operation; `yield*` it. */
export interface ToolContext<E extends Elicits = Elicits> extends QuietContext {
  /**
   * Asks the caller one of the tool's declared questions, or other people where `to` names them. A question with `mode: 'url'`
   * needs the `url` of the page that the person is asked to open.
   */
  elicit<K extends KeysWithContext<E>, const O extends ElicitOptions = ElicitOptions>(
    key: K,
    request: Words & ContextOf<E[K]>,
    options?: O,
  ): Operation<ResultFor<O, ContextOf<E[K]>, ResponseOf<E[K]>>>
  elicit<
    K extends Exclude<keyof E & string, KeysWithContext<E>>,
    C extends Words & { choices?: never } & PageOf<E[K]>,
    const O extends ElicitOptions = ElicitOptions,
  >(key: K, request: C, options?: O): Operation<ResultFor<O, Omit<C, keyof Words>, ResponseOf<E[K]>>>
  /** With choices that are known only now: the values that a field of the answer may have. */
  elicit<K extends KeysWithContext<E>, H extends Choices, const O extends ElicitOptions = ElicitOptions>(
    key: K,
    request: Words & { choices: H & FieldsOnly<H, E[K]> } & ContextOf<E[K]>,
    options?: O,
  ): Operation<ResultFor<O, ContextOf<E[K]>, ResponseOf<E[K]>>>
  elicit<
    K extends Exclude<keyof E & string, KeysWithContext<E>>,
    H extends Choices,
    C extends Words,
    const O extends ElicitOptions = ElicitOptions,
  >(
    key: K,
    request: C & { choices: H & FieldsOnly<H, E[K]> },
    options?: O,
  ): Operation<ResultFor<O, Omit<C, keyof Words | 'choices'>, ResponseOf<E[K]>>>
  // TypeScript reports the last overload. It accepts no more than those above, and names the field that is missing.
  elicit<K extends keyof E & string>(
    key: K,
    request: Words & { choices?: never } & (E[K] extends { context: Schema } ? ContextOf<E[K]> : PageOf<E[K]>),
    options?: ElicitOptions,
  ): Operation<never>

  /** Waits for a signal with this name. One that arrived before is taken at once; each signal is taken once. */
  signal(name: string): Operation<Json | undefined>
  signal<S extends Schema>(name: string, schema: S): Operation<InferOutput<S>>

  /** Asks a model. */
  sample(request: SampleRequest & Plain): Operation<SampleResult>
  sample<S extends Schema>(request: SampleRequest & WithSchema<S>): Operation<SampleSchemaResult<InferOutput<S>>>
  sample(request: SampleRequest & WithTools): Operation<SampleToolsResult>
  /** Structured output, guaranteed: retried with what was wrong, then `SampleValidationError`. */
  sampleSchema<S extends Schema>(
    request: SampleRequest & WithSchema<S> & WithRetries,
  ): Operation<SampleResult<InferOutput<S>> & { parsed: InferOutput<S> }>
  /** Valid tool calls, guaranteed: retried with what was wrong, then `SampleValidationError`. */
  sampleTools(request: SampleRequest & WithTools & WithRetries): Operation<SampleToolsResult>

  /** Runs a sub-branch: its own place in the journal, its own messages and limits. */
  branch<T, Y = Effect>(body: (ctx: ToolContext<E>) => BodyOf<T, Y>, options?: BranchOptions): Operation<T>

  /** The client's roots. */
  roots(): Operation<Root[]>
  /** Goes on as a task where the client can. Returns whether it does. */
  detach(): Operation<boolean>

  /** Returns the URL at which a signal with this name is sent to this run. It cannot be guessed. */
  signalUrl(name: string): Operation<string>

  readonly depth: number
  /** This branch's own conversation: what `sample({ prompt })` has said and heard. */
  readonly messages: readonly McpMessage[]
  /** The messages that a branch inherited when it was forked. */
  readonly parentMessages: readonly McpMessage[]
  readonly systemPrompt: string | undefined
}

/** The part of a context that asks no questions: what `before` and `after` of a handoff have. */
export interface QuietContext {
  /** Performs a side effect and records its outcome. A recorded step never runs again. */
  step<T>(name: string, body: StepBody<T>, options?: StepOptions): Operation<Jsonified<T>>
  /** Runs operations side by side and waits for all; when one fails the others are halted. */
  all<const T extends readonly Operation<unknown>[]>(
    operations: T,
  ): Operation<{ -readonly [I in keyof T]: Awaited<T[I]> }>
  /** Waits for the first; the others are halted and their questions withdrawn. */
  race<const T extends readonly Operation<unknown>[]>(operations: T): Operation<Awaited<T[number]>>
  sleep(ms: number): Operation<void>
  now(): Operation<number>
  uuid(): Operation<string>
  random(): Operation<number>
  /**
   * Returns whether this run takes the new code of a change: true for a run that reaches this place for the first time, false for
   * one that was past it before the code knew of the change. Recorded once for each name.
   */
  patched(name: string): Operation<boolean>
  log(level: LogLevel, message: string): Operation<void>
  /** Tells the client how far the run is. `total`: the progress at which it is done, where that is known. */
  notify(message: string, progress?: number, total?: number): Operation<void>

  /** The capabilities of the client or host of the run. */
  readonly can: Capabilities
  readonly callId: string
  readonly principal: string | undefined
}

type AnySample = SampleRequest & (Plain | WithSchema<Schema> | WithTools) & WithRetries

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

  elicit(key: string, request: Words, options: ElicitOptions = {}): Operation<unknown> {
    const branch = Context.#of(this, 'elicit')
    const { questions } = branch.run
    const definition = Object.hasOwn(questions, key) ? questions[key]! : unknownKey(key, questions)
    const { message, plain, mode, choices, ...context } = (request ?? {}) as Words & {
      mode?: unknown
      choices?: unknown
    }
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
