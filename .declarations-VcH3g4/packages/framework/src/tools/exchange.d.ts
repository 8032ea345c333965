import { type McpMessage } from './message.ts';
/** One question and its answer, as history. Arguments are empty unless `withArguments` puts some in: nothing leaks by default. */
export interface ElicitExchange<TContext, TResponse> {
    /** What was passed to `elicit()`, without `message`. */
    readonly context: TContext;
    readonly request: McpMessage;
    readonly response: McpMessage;
    readonly messages: [McpMessage, McpMessage];
    /** The pair with arguments derived from the captured context. */
    withArguments(fn: (context: TContext) => Record<string, unknown>): [McpMessage, McpMessage];
}
export interface SampleExchange<TParsed = undefined> {
    readonly request: McpMessage;
    readonly response: McpMessage;
    /** Request and response; with structured output the response is a `tool_use` and its acknowledging `tool_result`. */
    readonly messages: McpMessage[];
    readonly parsed?: TParsed;
    /** After a sample with tools: the exchange with one result for each call the model made. */
    withResults(results: readonly ToolCallResult[]): McpMessage[];
}
export interface ToolCallResult {
    id: string;
    content: string;
    isError?: boolean;
}
export declare const createElicitExchange: <TContext, TResponse>(id: string, key: string, context: TContext, text: string) => ElicitExchange<TContext, TResponse>;
export declare const createSampleExchange: (request: McpMessage, response: McpMessage) => SampleExchange;
/** The reply to a `__schema__` call: acknowledged when its data was valid, told what was wrong when not. */
export declare function createSchemaExchange<TParsed>(request: McpMessage, response: McpMessage, verdict: {
    parsed: TParsed;
} | {
    problem: string;
}): SampleExchange<TParsed>;
