import type { Limits } from './branch.ts'
import type { QuietContext, ToolContext } from './context.ts'
import { runPhase } from './create-context.ts'
import { show } from './describe.ts'
import type { Effect } from './effect.ts'
import { type ElicitKey, type Elicits, toElicitKey } from './elicit.ts'
import { ToolDefinitionError } from './errors.ts'
import type { Jsonified } from './json.ts'
import type { MaybePromise } from './maybe-promise.ts'
import type { BodyOf, Operation } from './operation.ts'
import { toOutputSchema, toParametersSchema } from './parameters-schema.ts'
import type { InferInput, InferOutput, Schema } from './schema.ts'
import { refuseSetting } from './setting.ts'
import { toJson } from './to-json.ts'
import type { Icon, McpTool, PreviewOptions, ToolAnnotations, ToolRequirements } from './tool.ts'
import { checkName } from './tool-names.ts'

/** The settings that a builder takes as they are given, by methods of the same names. */
const AS_GIVEN = [
  'description',
  'parameters',
  'annotations',
  'icons',
  'requires',
  'limits',
  'task',
  'approval',
  'preview',
  'carrier',
  'version',
  'view',
] as const satisfies (keyof McpTool)[]

/** The settings of a tool that do not change the types of its body. */
export type SettingsOf = {
  [K in Exclude<(typeof AS_GIVEN)[number], 'parameters' | 'preview'> | 'meta']: NonNullable<McpTool[K]>
}

/** What the builder knows so far, in types. */
interface Known {
  name: string
  params: Schema
  elicits: Elicits
  output: Schema | undefined
}

type Returned<K extends Known> = K['output'] extends Schema ? InferInput<K['output']> : unknown
type Result<K extends Known, R> = K['output'] extends Schema ? InferOutput<K['output']> : R

interface Settings<K extends Known, Used extends string> {
  description(text: string): McpToolBuilder<K, Used | 'description'>
  /**
   * The shape of the arguments. It is applied again each time that a run goes on, so it must not depend on the time: that a date
   * is not in the past is a check for the body.
   */
  parameters<S extends Schema>(schema: S): McpToolBuilder<Omit<K, 'params'> & { params: S }, Used | 'parameters'>
  /** The questions the tool may ask, by key. */
  elicits<const E extends Elicits>(elicits: E): McpToolBuilder<Omit<K, 'elicits'> & { elicits: E }, Used | 'elicits'>
  /** The shape of the result: validated, advertised as `outputSchema`, sent as `structuredContent`. */
  output<S extends Schema>(schema: S): McpToolBuilder<Omit<K, 'output'> & { output: S }, Used | 'output'>
  annotations(annotations: ToolAnnotations): McpToolBuilder<K, Used | 'annotations'>
  /** Pictures for hosts that show them, each with an `https:` or `data:` URL. */
  icons(icons: readonly Icon[]): McpToolBuilder<K, Used | 'icons'>
  /** The `_meta` of the listed tool, for hosts that know its keys. */
  meta(meta: Readonly<Record<string, unknown>>): McpToolBuilder<K, Used | 'meta'>
  /** What the client must offer for the tool to run at all. */
  requires(requirements: ToolRequirements): McpToolBuilder<K, Used | 'requires'>
  limits(limits: Limits): McpToolBuilder<K, Used | 'limits'>
  /** Whether a call runs as a task where the client can. */
  task(mode: McpTool['task']): McpToolBuilder<K, Used | 'task'>
  /** Whether a person confirms each call in a chat; over MCP the host decides. */
  approval(mode: McpTool['approval']): McpToolBuilder<K, Used | 'approval'>
  /**
   * Says what a call with these parameters would do, for the person who is asked to approve it: `Delete 14 files older than 30 days`.
   * It has no side effects, is called more than once, and has 5 seconds and 4,000 characters. If the text is another one by the time that the person
   * approves, the person is asked again. Without a text, or after an error, the person is shown the parameters alone.
   */
  preview(
    preview: (params: InferOutput<K['params']>, options: PreviewOptions) => MaybePromise<string | undefined>,
  ): McpToolBuilder<K, Used | 'preview'>
  /** `stored`: the journal never travels with the client. A call is in the store from its first state on, and a state is answered once. */
  carrier(mode: McpTool['carrier']): McpToolBuilder<K, Used | 'carrier'>
  /** Change it when the body changes what it asks: runs of the old version are then not replayed by accident. */
  version(version: string): McpToolBuilder<K, Used | 'version'>
  /** The file of the component that shows the result in hosts of others, its default export: `new URL('./ticket.tsx', import.meta.url)`. */
  view(file: URL): McpToolBuilder<K, Used | 'view'>
}

/** A tool in three parts, all on the server. `before` runs once: its result is recorded, and `client` gets what JSON keeps of it. */
interface McpHandoff<P, Ctx, H, C, R> {
  before(params: P, ctx: QuietContext): Operation<H>
  client(handoff: Jsonified<H>, ctx: Ctx, params: P): Operation<C>
  after(handoff: Jsonified<H>, result: C, ctx: QuietContext, params: P): Operation<R>
}

interface Bodies<K extends Known> {
  execute<R extends Returned<K>, Y = Effect>(
    body: (params: InferOutput<K['params']>, ctx: ToolContext<K['elicits']>) => BodyOf<R, Y>,
  ): Buildable<McpTool<K['name'], K['params'], K['elicits'], Result<K, R>>>
  /** A body in three parts: `before` and `after` run to completion once, `client` has the whole context. */
  handoff<H, C, R extends Returned<K>>(
    handoff: McpHandoff<InferOutput<K['params']>, ToolContext<K['elicits']>, H, C, R>,
  ): Buildable<McpTool<K['name'], K['params'], K['elicits'], Result<K, R>>>
}

export interface Buildable<T> {
  build(): T
}

/** Each setting once, in any order, then the body, then `build()`. */
export type McpToolBuilder<K extends Known, Used extends string = never> = Omit<Settings<K, Used>, Used> & Bodies<K>

/** Begins a tool.
 *
 * ```ts
 * const greet = createMcpTool('greet')
 *   .parameters(z.object({ name: z.string() }))
 *   .elicits({ mood: { response: z.object({ mood: z.string() }) } })
 *   .execute(function* ({ name }, ctx) {
 *     const answer = yield* ctx.elicit('mood', { message: `How are you, ${name}?` })
 *     return answer.action === 'accept' ? answer.content.mood : 'silent'
 *   })
 *   .build()
 * ```
 */
export function createMcpTool<const N extends string>(
  name: N,
): McpToolBuilder<{ name: N; params: Schema; elicits: Record<never, never>; output: undefined }> {
  return new McpToolDraft(checkName(name)) as never
}

/** A tool while it is built; each call gives a new one. JavaScript gets from it the errors that TypeScript's types give. */
export class ToolDraft {
  protected readonly name: string
  protected readonly settings: Partial<McpTool>

  constructor(name: string, settings: Partial<McpTool> = {}) {
    this.name = name
    this.settings = settings
  }

  static {
    for (const name of AS_GIVEN) {
      const value = function (this: ToolDraft, given: McpTool[typeof name]) {
        return this.set(name, given)
      }
      Object.defineProperty(ToolDraft.prototype, name, { value })
    }
  }

  meta(meta: Readonly<Record<string, unknown>>): this {
    const draft = this.set('meta', meta)
    try {
      toJson(meta, '.meta', Number.POSITIVE_INFINITY)
    } catch (error) {
      this.fail(`cannot be listed: ${(error as Error).message}`)
    }
    return draft
  }

  build(): never {
    return this.fail('has no body; call .execute(…) or .handoff(…) before .build()')
  }

  /** The tool. A schema that cannot be advertised is the author's mistake, and is said now rather than at the first call. */
  protected finish(body: Partial<McpTool> & Pick<McpTool, 'execute'>): McpTool {
    const tool: McpTool = { ...DEFAULTS, name: this.name, ...this.settings, ...body }
    toParametersSchema(tool.name, tool.parameters)
    if (tool.output !== undefined) toOutputSchema(tool.name, tool.output)
    return Object.freeze(tool)
  }

  protected set<K extends keyof McpTool>(key: K, value: McpTool[K]): this {
    if (Object.hasOwn(this.settings, key)) this.fail(`was given .${key} twice`)
    const wanted = refuseSetting(key, value)
    if (wanted !== undefined) this.fail(`was given a wrong .${key}: ${show(value)}; it takes ${wanted}`)
    // A subclass is constructed as this class is.
    return new (this.constructor as new (...draft: [string, Partial<McpTool>]) => this)(this.name, {
      ...this.settings,
      [key]: value,
    })
  }

  protected fail(problem: string): never {
    throw new ToolDefinitionError(`tool "${this.name}" ${problem}`)
  }
}

const DEFAULTS: Omit<McpTool, 'name' | 'execute'> = {
  description: undefined,
  parameters: undefined,
  elicits: {},
  questions: {},
  output: undefined,
  annotations: undefined,
  icons: undefined,
  meta: undefined,
  requires: {},
  limits: {},
  task: 'never',
  approval: 'none',
  preview: undefined,
  carrier: 'auto',
  version: undefined,
  view: undefined,
  earlier: [],
}

class McpToolDraft extends ToolDraft {
  output(schema: Schema): this {
    return this.set('output', schema)
  }

  elicits(elicits: Elicits): this {
    const draft = this.set('elicits', elicits)
    const questions: Record<string, ElicitKey> = {}
    for (const [key, definition] of Object.entries(elicits)) {
      if (!/^[A-Za-z][A-Za-z0-9_]*$/.test(key)) {
        this.fail(`has the elicit key "${key}"; a key begins with a letter and has letters, digits and "_"`)
      }
      questions[key] = toElicitKey(key, definition)
    }
    return draft.set('questions', questions)
  }

  execute(body: McpTool['execute']): Buildable<McpTool> {
    if (typeof body !== 'function') this.fail('needs a generator function: .execute(function* (params, ctx) { … })')
    return { build: () => this.finish({ execute: body }) }
  }

  handoff(handoff: McpHandoff<unknown, QuietContext, unknown, unknown, unknown>): Buildable<McpTool> {
    const body = toHandoffBody(this.name, handoff)
    return { build: () => this.finish({ execute: body as McpTool['execute'] }) }
  }
}

/** The body that a handoff stands for. */
function toHandoffBody<P, Ctx extends QuietContext, H, C, R>(name: string, handoff: McpHandoff<P, Ctx, H, C, R>) {
  for (const part of ['before', 'client', 'after'] as const) {
    if (typeof handoff?.[part] === 'function') continue
    throw new ToolDefinitionError(`tool "${name}": .handoff takes { *before, *client, *after }; ${part} is missing`)
  }
  return function* (params: P, ctx: Ctx): Generator<Effect, R, unknown> {
    const dealt = yield* runPhase(ctx, 'before', (quiet) => handoff.before(params, quiet))
    const result = yield* handoff.client(dealt, ctx, params)
    // The result of a tool is checked when the run ends, so its type need not say what JSON keeps of it.
    return (yield* runPhase(ctx, 'after', (quiet) => handoff.after(dealt, result, quiet, params))) as R
  }
}
