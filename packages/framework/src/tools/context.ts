import type { BranchOptions } from './branch.ts'
import type { Choices, FieldsOnly } from './choices.ts'
import type { Effect } from './effect.ts'
import type { Root } from './effects/client.ts'
import type { LogLevel } from './effects/emit.ts'
import type { StepBody, StepOptions } from './effects/step.ts'
import type { ContextOf, ElicitOptions, Elicits, PageOf, ResponseOf, ResultFor } from './elicit.ts'
import type { Capabilities } from './journal.ts'
import type { Json, Jsonified } from './json.ts'
import type { McpMessage } from './message.ts'
import type { Awaited, BodyOf, Operation } from './operation.ts'
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
import type { InferOutput, Schema } from './schema.ts'

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
