import type { CallOptions } from '../tools/call-tool.ts';
import { ToolContent } from '../tools/content.ts';
import type { JsonSchema } from '../tools/schema.ts';
import type { McpTool } from '../tools/tool.ts';
/** How a tool is called by another framework, which chooses the id of the call and its signal. */
export interface AdapterOptions extends Omit<CallOptions, 'runId' | 'signal' | 'onPark'> {
    /** Returns the id of the run of a call. Default: the id of the call, which most models make unique. */
    runId?: (callId: string) => string;
}
/** What a framework is given as the result: a tool that chooses its content blocks gives something else than it returns. */
export type PlainResult<T> = T extends ToolContent ? unknown : T;
/** Returns a tool's value as plain data. Throws if the tool marked its content as an error. */
export declare function toPlain<T>(value: T): PlainResult<T>;
/** The JSON Schema of the arguments. Frameworks pass arguments on as they are: the tool checks them itself. */
export declare function toInput({ name, parameters }: McpTool): JsonSchema;
