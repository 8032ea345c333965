import type { ContextOf, ElicitAnswer, ElicitDefinition, ResponseOf } from '../tools/elicit.ts';
import type { InferOutput, JsonSchema, Schema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
/** What the part of a question has as `input`. */
export interface UiQuestion<TContext = unknown> {
    callId: string;
    message: string;
    context: TContext;
    attempt: number;
    schema?: JsonSchema;
    /** Why the previous answer was refused. */
    refusal?: string;
    expiresAt?: number;
    ui?: string;
    origin?: string;
}
/**
 * The types of tool parts for `UIMessage`, from tools: `useChat<UIMessage<unknown, never, UiTools<typeof tools>>>()`. With
 * `import type` no code of a tool reaches the page.
 *
 * ```ts
 * import type { tools } from '../server/tools.ts'
 *
 * if (part.type === 'tool-book_flight.pickFlight' && part.state === 'input-available') part.input.context.flights
 * ```
 */
export type UiTools<T extends readonly McpTool[]> = Flat<Intersect<T[number] extends infer Tool ? (Tool extends McpTool ? PartsOf<Tool> : never) : never>>;
type PartsOf<T extends McpTool> = T extends McpTool<infer Name, infer Params, infer Questions, infer Result> ? {
    [N in Name]: {
        input: Params extends Schema ? InferOutput<Params> : unknown;
        output: Result;
    };
} & {
    [K in keyof Questions & string as `${Name}.${K}`]: Asked<Questions[K]>;
} : never;
interface Asked<D extends ElicitDefinition> {
    input: UiQuestion<D extends {
        context: Schema;
    } ? ContextOf<D> : unknown>;
    output: ElicitAnswer<ResponseOf<D>>;
}
type Intersect<U> = (U extends unknown ? (one: U) => void : never) extends (all: infer I) => void ? I : never;
type Flat<T> = {
    [K in keyof T]: T[K];
};
export {};
