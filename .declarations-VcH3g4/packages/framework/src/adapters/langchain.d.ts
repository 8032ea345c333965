import type { Elicits } from '../tools/elicit.ts';
import type { JsonSchema, Schema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
import { type AdapterOptions, type PlainResult } from './adapted-tool.ts';
import { type AskedQuestion } from './asked.ts';
export interface LangChainOptions extends AdapterOptions {
    /**
     * `interrupt` of `@langchain/langgraph`: questions interrupt the graph, and `new Command({ resume })` answers them with
     * `{ [question.id]: { action: 'accept', content } }`. Without it, pass `onQuestion`.
     */
    interrupt?: (value: {
        questions: AskedQuestion[];
    }) => unknown;
}
interface LangChainConfig {
    toolCall?: {
        id?: string | undefined;
    } | undefined;
    configurable?: Record<string, unknown> | undefined;
    signal?: AbortSignal | undefined;
}
/** The two arguments of `tool()` of `@langchain/core/tools`. */
export type LangChainTool<T> = [
    run: (input: unknown, config: LangChainConfig) => Promise<PlainResult<T> | string>,
    fields: {
        name: string;
        description: string;
        schema: JsonSchema & {
            type: 'object';
        };
    }
];
/**
 * Makes the arguments of a tool of LangChain. In a LangGraph with a checkpointer, a question interrupts the graph until it is
 * resumed. With `runs`, the resumed graph repeats no step of the tool; without, the tool begins anew.
 *
 * ```ts
 * const node = new ToolNode([tool(...toLangChainTool(bookFlight, { interrupt, runs: createRuns(store) }))])
 * ```
 */
export declare function toLangChainTool<P extends Schema, E extends Elicits, T>(tool: McpTool<string, P, E, T>, { interrupt, runId, ...options }?: LangChainOptions): LangChainTool<T>;
export {};
