import type { MaybePromise } from '../../tools/maybe-promise.ts';
import type { CallToolResult } from '../core/outcome.ts';
import { type Task } from './task-requests.ts';
import { type TaskClient } from './task-transport.ts';
/** A question of a task: `elicitation/create`, `sampling/createMessage` or `roots/list`, as the protocol has it. */
export interface TaskQuestion {
    key: string;
    method: string;
    params: Record<string, unknown>;
}
export interface CallTaskOptions {
    /** Called with the id of the new task before anything else is done. Store it: `{ taskId }` goes on with the task. */
    onTask?: (taskId: string) => MaybePromise<void>;
    /** Answers a question with the result of its method, such as `{ action: 'accept', content }`. `signal` aborts with the call. */
    onQuestion?: (question: TaskQuestion, signal: AbortSignal) => MaybePromise<Record<string, unknown>>;
    /** Called when the task says something new about its progress. */
    onStatus?: (message: string) => void;
    /** Tells a server of Sweatpants that a repeated call is the same one. */
    idempotencyKey?: string;
    /** Aborting it cancels the task, and the call rejects with the reason. */
    signal?: AbortSignal;
}
/**
 * Calls a tool that runs as a task of MCP 2026-07-28: creates the task, answers its questions, and resolves to its result. With
 * `{ taskId }` it goes on with a task, for example after a restart. A tool that needs no task is an ordinary call.
 *
 * ```ts
 * const extensions = { 'io.modelcontextprotocol/tasks': {} }
 * const client = new Client(info, { capabilities: { elicitation: { form: {} }, extensions } })
 * await client.connect(withTasks(new StreamableHTTPClientTransport(url)))
 * const result = await callTask(client, { name: 'book_flight', arguments: { to: 'Oslo' } }, { onQuestion, onTask })
 * ```
 */
export declare function callTask(client: TaskClient, call: {
    name: string;
    arguments?: Record<string, unknown>;
} | {
    taskId: string;
}, options?: CallTaskOptions): Promise<CallToolResult>;
/** Returns the result of a task that is over. Throws if it failed or was cancelled. */
export declare function toTaskResult({ taskId, status, result, error }: Task): CallToolResult;
