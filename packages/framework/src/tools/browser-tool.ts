import { type Buildable, type SettingsOf, ToolDraft } from './builder.ts'
import type { QuietContext, ToolContext } from './context.ts'
import { runPhase } from './create-context.ts'
import type { Effect } from './effect.ts'
import { type ElicitKey, toElicitKey } from './elicit.ts'
import { ToolDefinitionError } from './errors.ts'
import type { Jsonified } from './json.ts'
import type { Operation } from './operation.ts'
import type { ElicitHandler, PluginClient } from './plugin.ts'
import type { PluginContext, PluginOperation } from './render.ts'
import { anything, type InferInput, type InferOutput, type Schema } from './schema.ts'
import type { McpTool } from './tool.ts'
import { checkName } from './tool-names.ts'

/** The question that a browser's half answers. */
const HANDOFF = '__handoff__'

/** `client` runs in the browser; what it answers is validated by `response`, and otherwise taken as it is. */
interface BrowserHandoff<P, H, Sent, Received, R> {
  before?(params: P, ctx: QuietContext): Operation<H>
  client(handoff: Jsonified<H>, ctx: PluginContext, params: P): PluginOperation<Sent>
  after?(handoff: Jsonified<H>, result: Received, ctx: QuietContext, params: P): Operation<R>
}

/** A tool whose answer comes from a component in the page, with its generated client half. */
export interface BrowserTool<N extends string = string, P extends Schema = Schema, R = unknown>
  extends McpTool<N, P, { __handoff__: { response: Schema } }, R> {
  readonly plugin: PluginClient
}

type Sent<S extends Schema | undefined> = S extends Schema ? InferInput<S> : unknown
type Received<S extends Schema | undefined, C> = S extends Schema ? InferOutput<S> : Jsonified<C>
type Cancelled = { cancelled: true }

interface Body<N extends string, P extends Schema> {
  /** Without `before`, `client` receives the parameters; without `after`, what it answers is the result. */
  handoff<
    S extends Schema | undefined = undefined,
    H = InferOutput<P>,
    C extends Sent<S> = Sent<S>,
    R = Received<S, C>,
  >(
    handoff: BrowserHandoff<InferOutput<P>, H, C, Received<S, C>, R> & { response?: S },
  ): Buildable<BrowserTool<N, P, R | Cancelled>>
}

type BrowserToolBuilder<N extends string, P extends Schema, Used extends string> = Body<N, P> &
  Omit<BrowserSettings<N, P, Used>, Used>

type BrowserSettings<N extends string, P extends Schema, Used extends string> = {
  [K in keyof SettingsOf]: (value: SettingsOf[K]) => BrowserToolBuilder<N, P, Used | K>
} & { parameters<S extends Schema>(schema: S): BrowserToolBuilder<N, S, Used | 'parameters'> }

/** Begins a tool whose `client` part runs in the browser. It is an MCP tool with one question, and the plugin that answers it. */
export function createTool<const N extends string>(name: N): BrowserToolBuilder<N, Schema, never> {
  return new BrowserDraft(checkName(name)) as never
}

class BrowserDraft extends ToolDraft {
  handoff(handoff: BrowserHandoff<unknown, unknown, unknown, unknown, unknown> & { response?: Schema }) {
    if (typeof handoff?.client !== 'function') this.fail('.handoff needs a *client(handoff, ctx, params)')
    for (const part of ['before', 'after'] as const) {
      if (!['function', 'undefined'].includes(typeof handoff[part])) this.fail(`.handoff takes a *${part}(…), or none`)
    }
    return { build: () => this.#build(handoff) }
  }

  #build(parts: BrowserHandoff<unknown, unknown, unknown, unknown, unknown> & { response?: Schema }): BrowserTool {
    const { response } = parts
    const elicits = { [HANDOFF]: { response: response ?? anything } }
    const { name } = this
    const { description = name } = this.settings

    function* execute(params: unknown, ctx: ToolContext): Generator<Effect, unknown, unknown> {
      const handoff =
        parts.before === undefined ? params : yield* runPhase(ctx, 'before', (quiet) => parts.before!(params, quiet))
      const answer = yield* ctx.elicit(HANDOFF, { message: description, handoff, params })
      if (answer.action !== 'accept') return { cancelled: true }
      if (parts.after === undefined) return answer.content
      return yield* runPhase(ctx, 'after', (quiet) => parts.after!(handoff, answer.content, quiet, params))
    }

    const answerHandoff: ElicitHandler<{ handoff: unknown; params: unknown }> = function* ({ context }, ctx) {
      // JSON has no undefined, and an answer without content is refused: a client that returns nothing answers null.
      return { action: 'accept', content: (yield* parts.client(context.handoff, ctx, context.params)) ?? null }
    }

    const tool = this.finish({ questions: { [HANDOFF]: toQuestion(response) }, execute: execute as McpTool['execute'] })
    return Object.freeze({
      ...tool,
      elicits,
      plugin: { toolName: name, handlers: { [HANDOFF]: answerHandoff as ElicitHandler } },
    })
  }
}

/** A flat response can be asked by any MCP client; any other only by the page. */
function toQuestion(response: Schema | undefined): ElicitKey {
  if (response === undefined) return toElicitKey(HANDOFF, { response: anything, ui: 'in-app' })
  try {
    return toElicitKey(HANDOFF, { response })
  } catch (error) {
    if (!(error instanceof ToolDefinitionError)) throw error
    return toElicitKey(HANDOFF, { response, ui: 'in-app' })
  }
}
