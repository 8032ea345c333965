import type { ContextOf, ElicitAnswer, ElicitDefinition, Elicits } from './elicit.ts';
import type { PluginContext, PluginOperation } from './render.ts';
import type { InferInput, JsonSchema, Schema } from './schema.ts';
import type { McpTool } from './tool.ts';
/** A question as a plugin sees it. */
export interface ElicitRequest<C = unknown> {
    readonly key: string;
    readonly message: string;
    readonly context: C;
    readonly schema: JsonSchema;
    /** Why the last answer was refused. */
    readonly refusal?: string | undefined;
}
/** The typed context of a question. */
export declare const getElicitContext: <C>(request: ElicitRequest<C>) => C;
type HandlerContext<D extends ElicitDefinition> = D extends {
    context: Schema;
} ? ContextOf<D> : Record<string, unknown>;
/** Answers one kind of question, in the page. */
export type ElicitHandler<C = never, A = unknown> = (request: ElicitRequest<C>, ctx: PluginContext) => PluginOperation<ElicitAnswer<A>>;
/** Handlers by the key of their question. A question without a handler is asked with a form. */
export type ElicitHandlers<E extends Elicits> = {
    [K in keyof E]?: ElicitHandler<HandlerContext<E[K]>, InferInput<E[K]['response']>>;
};
/** The half of a plugin that a page registers. */
export interface PluginClient {
    readonly toolName: string;
    readonly handlers: Readonly<Record<string, ElicitHandler>>;
}
/** The half that a server may know: which questions a page answers with a component of its own. */
export interface PluginServer {
    readonly toolName: string;
    readonly keys: readonly string[];
}
export interface Plugin<T> {
    readonly client: PluginClient;
    readonly server: PluginServer;
    readonly tool: T;
}
/**
 * Defines the plugin of a tool from the tool's type, so that a page contains no code of the tool. A question without a handler
 * is asked with a form.
 *
 * ```ts
 * import type { bookFlight } from '../tools/book-flight.ts'
 *
 * const bookFlightPlugin = definePlugin<typeof bookFlight>('book_flight', {
 *   *pickFlight(request, ctx) {
 *     const { flights } = getElicitContext(request)
 *     return { action: 'accept', content: yield* ctx.render(FlightList, { flights }) }
 *   },
 * })
 * ```
 */
export declare function definePlugin<T extends {
    readonly name: string;
    readonly elicits: Elicits;
}>(toolName: T['name'], handlers: ElicitHandlers<T['elicits']>): PluginClient;
/** Begins the plugin of a tool that the page may import, and checks its handlers against the questions of the tool.
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
export declare function makePlugin<N extends string, P extends Schema, E extends Elicits, R>(tool: McpTool<N, P, E, R>): {
    onElicit(handlers: ElicitHandlers<E>): {
        build(): Plugin<McpTool<N, P, E, R>>;
    };
};
export {};
