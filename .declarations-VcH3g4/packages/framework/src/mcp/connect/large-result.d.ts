import type { CallToolResult } from '../core/outcome.ts';
/** Keeps base64 text elsewhere, and resolves to its digest. */
export type Keep = (data: string) => Promise<string>;
/** Large data that a call keeps in memory, where its run has no other place. */
export declare class HeldData {
    #private;
    readonly keep: Keep;
    /** Returns the result with its data. Throws if another process had it. */
    restore(server: string, tool: string, result: CallToolResult): CallToolResult;
}
/** Returns a result whose large images, sounds and binary resources are kept elsewhere. */
export declare function setApart(result: CallToolResult, keep: Keep): Promise<CallToolResult>;
