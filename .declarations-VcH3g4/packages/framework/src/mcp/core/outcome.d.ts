import { type ContentBlock } from '../../tools/content.ts';
import type { RunResult } from '../../tools/run-tool.ts';
import type { McpTool } from '../../tools/tool.ts';
import { ProtocolError } from './errors.ts';
export interface CallToolResult {
    content: ContentBlock[];
    structuredContent?: unknown;
    isError?: boolean;
    _meta?: Record<string, unknown>;
}
/** A run that has ended and asks nothing more. */
export type Ended = Exclude<RunResult, {
    type: 'parked';
}>;
/** Returns the result of `tools/call`. A tool's own failure is part of it; a failure of the protocol is thrown as a JSON-RPC error. */
export declare function toToolResult(tool: McpTool, ended: Ended): CallToolResult;
/** Returns what a run completed with; throws the JSON-RPC error of every other end. */
export declare function toValue(ended: Ended): unknown;
/** Returns the JSON-RPC error that a failed run is answered with, if it is one of the protocol and not of the tool. */
export declare function toProtocolError(error: Error): ProtocolError | undefined;
