type Listener = (task: unknown) => void;
/** A transport of the official SDK, of any version. The SDK is bundled, so public types do not name it; only it knows the parameters. */
export interface TaskTransport {
    send(...args: never): Promise<void>;
}
/** A client of the official SDK, of any version. */
export interface TaskClient {
    readonly transport?: object | undefined;
    request(...args: never): Promise<unknown>;
    listen(...args: never): Promise<unknown>;
}
/**
 * Lets the official client carry tasks of 2026-07-28, which it refuses by itself: `client.connect(withTasks(transport))`.
 * Changes the transport and returns it. Call it before `connect`.
 */
export declare function withTasks<T extends TaskTransport>(given: T): T;
/** Whether the client is connected by a transport that carries tasks. */
export declare const carriesTasks: ({ transport }: TaskClient) => boolean;
/** The name under which the official client sends a method of tasks. */
export declare const hide: (method: string) => string;
/** Returns the task that the server answered with, in place of the result. */
export declare const findTask: (result: {
    _meta?: Record<string, unknown> | undefined;
}) => unknown;
/** Calls the listener when the server says that the task has changed. Returns a function that removes the listener. */
export declare function onTaskChange({ transport }: TaskClient, taskId: string, listener: Listener): () => void;
export {};
