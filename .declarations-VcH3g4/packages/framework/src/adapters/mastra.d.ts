import { type CallJournals } from '../tools/call-tool.ts';
import type { Elicits } from '../tools/elicit.ts';
import type { JsonSchema, Schema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
import { type AdapterOptions, type PlainResult } from './adapted-tool.ts';
import { type AskedQuestion } from './asked.ts';
export interface MastraOptions extends AdapterOptions {
    /** Where the journals of calls are stored: Mastra runs a tool anew when it is resumed, and hands over the last answers only. */
    runs: CallJournals;
}
/** What a tool of Mastra suspends with. */
interface Suspension {
    questions: AskedQuestion[];
}
interface Suspendable {
    suspend?: ((payload: Suspension) => Promise<void>) | undefined;
    resumeData?: unknown;
}
interface MastraContext extends Suspendable {
    agent?: (Suspendable & {
        toolCallId: string;
        threadId?: string | undefined;
    }) | undefined;
    workflow?: (Suspendable & {
        runId: string;
    }) | undefined;
    abortSignal?: AbortSignal | undefined;
}
/** The options of `createTool()` of `@mastra/core/tools`. */
export interface MastraToolOptions<T> {
    id: string;
    description: string;
    inputSchema: JsonSchema & {
        type: 'object';
    };
    requireApproval: boolean;
    execute(input: unknown, context: MastraContext): Promise<PlainResult<T> | undefined>;
}
/**
 * Makes the options of a tool of Mastra. A question suspends the agent, and `resumeStream(answers, …)` goes on with
 * `{ [question.id]: { action: 'accept', content } }`.
 *
 * ```ts
 * const bookFlightTool = createTool(toMastraTool(bookFlight, { runs: createRuns(store) }))
 * ```
 */
export declare function toMastraTool<P extends Schema, E extends Elicits, T>(tool: McpTool<string, P, E, T>, { runId, ...options }: MastraOptions): MastraToolOptions<T>;
export {};
