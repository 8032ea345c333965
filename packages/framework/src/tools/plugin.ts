import type { ContextOf, ElicitAnswer, ElicitDefinition, Elicits } from './elicit.ts'
import { ToolDefinitionError } from './errors.ts'
import type { PluginContext, PluginOperation } from './render.ts'
import type { InferInput, JsonSchema, Schema } from './schema.ts'
import type { McpTool } from './tool.ts'

/** A question as a plugin sees it. */
export interface ElicitRequest<C = unknown> {
  readonly key: string
  readonly message: string
  readonly context: C
  readonly schema: JsonSchema
  /** Why the last answer was refused. */
  readonly refusal?: string | undefined
}

/** The typed context of a question. */
export const getElicitContext = <C>(request: ElicitRequest<C>): C => request.context

type HandlerContext<D extends ElicitDefinition> = D extends { context: Schema } ? ContextOf<D> : Record<string, unknown>

/** Answers one kind of question, in the page. */
export type ElicitHandler<C = never, A = unknown> = (
  request: ElicitRequest<C>,
  ctx: PluginContext,
) => PluginOperation<ElicitAnswer<A>>

export type ElicitHandlers<E extends Elicits> = {
  [K in keyof E]: ElicitHandler<HandlerContext<E[K]>, InferInput<E[K]['response']>>
}

/** The half of a plugin that a page registers. */
export interface PluginClient {
  readonly toolName: string
  readonly handlers: Readonly<Record<string, ElicitHandler>>
}

/** The half that a server may know: which questions a page answers with a component of its own. */
export interface PluginServer {
  readonly toolName: string
  readonly keys: readonly string[]
}

export interface Plugin<T> {
  readonly client: PluginClient
  readonly server: PluginServer
  readonly tool: T
}

/** Begins the client half of a tool: a handler for each question it may ask.
 *
 * ```ts
 * const plugin = makePlugin(bookFlight)
 *   .onElicit({
 *     pickFlight: function* (request, ctx) {
 *       const { flights } = getElicitContext(request)
 *       return { action: 'accept', content: yield* ctx.render(FlightList, { flights }) }
 *     },
 *   })
 *   .build()
 * ```
 */
export function makePlugin<N extends string, P extends Schema, E extends Elicits, R>(tool: McpTool<N, P, E, R>) {
  return {
    onElicit(handlers: ElicitHandlers<E>): { build(): Plugin<McpTool<N, P, E, R>> } {
      const declared = Object.keys(tool.questions)
      const handled = Object.keys(handlers).filter((key) => typeof handlers[key] === 'function')
      const missing = declared.filter((key) => !handled.includes(key))
      const unknown = handled.filter((key) => !declared.includes(key))
      if (missing.length > 0)
        throw new ToolDefinitionError(`the plugin of "${tool.name}" does not handle ${missing.join(', ')}`)
      if (unknown.length > 0) throw new ToolDefinitionError(`"${tool.name}" declares no elicit ${unknown.join(', ')}`)
      return {
        build: () => ({
          // A page calls a handler with the question it was declared for, so their types are not needed there.
          client: { toolName: tool.name, handlers: handlers as Record<string, never> },
          server: { toolName: tool.name, keys: declared },
          tool,
        }),
      }
    },
  }
}
