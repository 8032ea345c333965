import type { ToolContent } from './content.ts'
import type { ContextOf, ElicitAnswer, ElicitDefinition, Elicits, GivenOf } from './elicit.ts'
import { ToolDefinitionError } from './errors.ts'
import type { Jsonified } from './json.ts'
import type { Operation } from './operation.ts'
import type { Component, PluginContext, PluginOperation, RenderProps } from './render.ts'
import type { JsonSchema, Schema } from './schema.ts'
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

/** Handlers by the key of their question. A question without a handler is asked with a form. */
export type ElicitHandlers<E extends Elicits> = {
  [K in keyof E]?: ElicitHandler<HandlerContext<E[K]>, GivenOf<E[K]>>
}

/** What the types of a plugin are made of: the type of a tool. */
interface ToolType {
  readonly name: string
  readonly elicits: Elicits
  execute(params: never, ctx: never): Operation<unknown>
}

/**
 * The props of a component that shows the question `K` of a tool: what was passed to `elicit()` beside the message, and
 * `onRespond`, `disabled` and `response`.
 *
 * ```tsx
 * export default function SeatMap({ seats, onRespond }: ViewProps<typeof bookFlight, 'pickSeat'>) { … }
 * ```
 */
export type ViewProps<T extends Pick<ToolType, 'elicits'>, K extends keyof T['elicits']> = HandlerContext<
  T['elicits'][K]
> &
  RenderProps<GivenOf<T['elicits'][K]>>

type Structured<R> = R extends ToolContent<infer S> ? Jsonified<S> : Jsonified<R>

/** The props of a component that shows the result of a tool. */
export interface ResultProps<T extends Pick<ToolType, 'execute'>> {
  readonly result: ReturnType<T['execute']> extends Operation<infer R> ? Structured<R> : never
}

/** Components by the key of the question that they show. */
type QuestionViews<T extends ToolType> = { [K in keyof T['elicits']]?: Component<ViewProps<T, K>> }

/** The half of a plugin that a page registers. */
export interface PluginClient {
  readonly toolName: string
  readonly handlers: Readonly<Record<string, ElicitHandler>>
  /** Shows the result, with `ResultProps`. */
  readonly result?: Component<never>
}

/**
 * Returns the handler of the plugin that asks this question; `undefined` if it is asked with a form, as every question of a hosted
 * server is: a tool of that server may have the name of one of the application.
 */
export function findHandler(
  plugins: readonly PluginClient[],
  { toolName, key, origin }: { toolName: string; key: string; origin?: string },
): ElicitHandler | undefined {
  if (origin !== undefined) return undefined
  return plugins.find((plugin) => plugin.toolName === toolName && Object.hasOwn(plugin.handlers, key))?.handlers[key]
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

/** Collects how a page shows a tool. A question without a component or handler is asked with a form. */
export interface PluginBuilder<T extends ToolType, P> {
  /** Components that show a question, each with the context of its question as props; what one responds with is the answer. */
  views(views: QuestionViews<T>): PluginBuilder<T, P>
  /** The component that shows the result. */
  view(component: Component<ResultProps<T>>): PluginBuilder<T, P>
  /** Handlers of questions that one component does not answer alone. */
  onElicit(handlers: ElicitHandlers<T['elicits']>): PluginBuilder<T, P>
  build(): P
}

/**
 * Begins the plugin of a tool from the tool's type, so that a page contains no code of the tool.
 *
 * ```ts
 * import type { bookFlight } from '../tools/book-flight.ts'
 *
 * const bookFlightPlugin = definePlugin<typeof bookFlight>('book_flight')
 *   .views({ pickFlight: FlightList, pickSeat: SeatMap })
 *   .view(Ticket)
 *   .build()
 * ```
 */
export function definePlugin<T extends ToolType>(toolName: T['name']): PluginBuilder<T, PluginClient> {
  return toBuilder({ toolName, handlers: {} }, (client) => client)
}

/**
 * Begins the plugin of a tool that the page may import, and checks its keys against the questions of the tool.
 *
 * ```ts
 * const plugin = makePlugin(bookFlight)
 *   .onElicit({
 *     *pickFlight(request, ctx) {
 *       const { flights } = getElicitContext(request)
 *       return { action: 'accept', content: yield* ctx.render(FlightList, { flights }) }
 *     },
 *   })
 *   .build()
 * ```
 */
export function makePlugin<N extends string, P extends Schema, E extends Elicits, R>(
  tool: McpTool<N, P, E, R>,
): PluginBuilder<McpTool<N, P, E, R>, Plugin<McpTool<N, P, E, R>>> {
  const { name, questions } = tool
  return toBuilder(
    { toolName: name, handlers: {} },
    (client) => ({ client, server: { toolName: name, keys: Object.keys(client.handlers) }, tool }),
    questions,
  )
}

function toBuilder<T extends ToolType, P>(
  client: PluginClient,
  finish: (client: PluginClient) => P,
  questions?: object,
): PluginBuilder<T, P> {
  const { toolName } = client
  const fail = (problem: string): never => {
    throw new ToolDefinitionError(`the plugin of "${toolName}" ${problem}`)
  }
  const add = (more: object, toHandler: (given: never) => ElicitHandler) => {
    const handlers = { ...client.handlers }
    for (const [key, given] of Object.entries(more)) {
      if (questions !== undefined && !Object.hasOwn(questions, key)) {
        const declared = Object.keys(questions).join(', ') || 'none'
        throw new ToolDefinitionError(`"${toolName}" declares no elicit ${key} (declared: ${declared})`)
      }
      if (Object.hasOwn(handlers, key)) fail(`shows ${key} twice`)
      handlers[key] = isFunction(given) ? toHandler(given as never) : fail(`has no function for ${key}`)
    }
    return toBuilder<T, P>({ ...client, handlers }, finish, questions)
  }
  return {
    views: (views) => add(views, showView),
    view(component) {
      if (client.result !== undefined) fail('shows its result twice')
      if (!isFunction(component)) fail('has no function for its result')
      return toBuilder({ ...client, result: component as Component<never> }, finish, questions)
    },
    // A page calls a handler with the question it was declared for, so their types are not needed there.
    onElicit: (handlers) => add(handlers, (handler) => handler),
    build: () => finish(client),
  }
}

/** Some libraries wrap a component in an object. */
const isFunction = (given: unknown): boolean =>
  typeof given === 'function' || (typeof given === 'object' && given !== null)

const showView = (component: Component<never>): ElicitHandler =>
  function* ({ context }, ctx) {
    return { action: 'accept', content: yield* ctx.render(component, context) }
  }
