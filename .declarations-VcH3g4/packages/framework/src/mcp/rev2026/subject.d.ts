import type { McpTool } from '../../tools/tool.ts';
import type { Catalog } from '../core/catalog.ts';
import { type Ended } from '../core/outcome.ts';
/** What a stateless call is of: a tool, or a prompt, which runs like one. */
export interface Subject {
    tool: McpTool;
    /** Whether the call may go on as a task. */
    canDetach: boolean;
    /** Returns the result of the request; throws a `ProtocolError`. */
    toResult(ended: Ended): Record<string, unknown>;
}
export declare const toolSubject: (name: string) => string;
export declare const isTool: (subject: string) => boolean;
export declare const toToolName: (subject: string) => string;
export declare const promptSubject: (name: string) => string;
/** Returns what a subject names, or `undefined` when the server does not have it. */
export declare function findSubject(catalog: Catalog, subject: string): Subject | undefined;
