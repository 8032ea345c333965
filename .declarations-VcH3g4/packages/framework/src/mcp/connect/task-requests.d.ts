import { type TaskClient } from './task-transport.ts';
/** A task, as a server describes it. */
export interface Task {
    taskId: string;
    status: 'working' | 'input_required' | 'completed' | 'failed' | 'cancelled';
    statusMessage?: string;
    pollIntervalMs?: number;
    /** What it asks, by a key that is used once. */
    inputRequests?: Record<string, {
        method: string;
        params?: Record<string, unknown>;
    }>;
    result?: Record<string, unknown>;
    error?: {
        code: number;
        message: string;
        data?: unknown;
    };
}
interface Sending {
    signal?: AbortSignal | undefined;
    /** Replaces what the client declares: `{ 'io.modelcontextprotocol/clientCapabilities': … }`. */
    meta?: Record<string, unknown> | undefined;
}
export declare function updateTask(client: TaskClient, taskId: string, inputResponses: object, sending?: Sending): Promise<void>;
export declare function cancelTask(client: TaskClient, taskId: string, sending?: Sending): Promise<void>;
export declare function readTask(value: unknown): Task;
export declare const isOver: ({ status }: Task) => boolean;
export interface Awaiting extends Sending {
    /** The keys of questions that are being answered, or were: a server may list them a little longer. */
    known?: {
        has(key: string): boolean;
    };
    /** Called with the task each time that the server describes it. */
    look?: (task: Task) => void;
    /** Milliseconds after which the task is returned as it is. Default: never. */
    patience?: number;
}
/**
 * Resolves to the task once it is over or asks something that was not answered. Listens to the notifications of the server
 * if it has any, and asks every `pollIntervalMs` in any case: a notification can be lost.
 */
export declare function awaitTask(client: TaskClient, taskId: string, { known, look, patience, ...sending }?: Awaiting): Promise<Task>;
export {};
