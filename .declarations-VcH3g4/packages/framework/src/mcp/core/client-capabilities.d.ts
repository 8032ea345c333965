import type { Capabilities } from '../../tools/journal.ts';
export declare const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
/** The capabilities that a client declares: for a session in 2025, with each request in 2026. */
export interface ClientCapabilities {
    elicitation?: {
        form?: object;
        url?: object;
    };
    sampling?: {
        tools?: object;
        context?: object;
    };
    roots?: {
        listChanged?: boolean;
    };
    extensions?: Record<string, object>;
}
/** A bare `elicitation: {}` means forms; `{ url: {} }` alone does not. */
export declare const canElicit: ({ elicitation }: ClientCapabilities) => boolean;
/**
 * Whether a client can be asked a question: with a form, or to open a page.
 */
export declare const canAnswer: (client: ClientCapabilities, { url }: {
    url?: unknown;
}) => boolean;
export declare const canSample: ({ sampling }: ClientCapabilities, withTools: boolean) => boolean;
export declare const canRunTasks: ({ extensions }: ClientCapabilities) => boolean;
/** Returns what a client declares without tasks: its call stays a call. */
export declare function withoutTasks({ extensions, ...client }: ClientCapabilities): ClientCapabilities;
/** Returns the capabilities that a tool sees as `ctx.can`. */
export declare const toCan: (client: ClientCapabilities, hasModel: boolean) => Capabilities;
