import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { Rev2025 } from './rev2025/rev2025.ts';
import type { Rev2026 } from './rev2026/handlers.ts';
export interface StdioOptions {
    rev2026: Rev2026;
    /** Called with the first message of a client with sessions. */
    rev2025: () => MaybePromise<Rev2025>;
    input: NodeJS.ReadableStream;
    output: NodeJS.WritableStream;
    onError: (error: unknown) => void;
}
export interface StdioServer {
    /** Resolves when the input has ended or `close` was called, and everything that ran was halted. */
    readonly closed: Promise<void>;
    close(): void;
}
/**
 * Serves one client over a pipe, with a JSON-RPC message per line, in both revisions. A request that names its version is
 * answered by itself; all other messages belong to a session, and so does everything after `initialize`. A request is
 * cancelled by `notifications/cancelled` or by the end of the input (R10), and then gets no response.
 */
export declare function serveStdio(options: StdioOptions): StdioServer;
