/** What may happen to a message while it waits. */
export interface Traits {
    /** The message replaces the waiting one with the same key. */
    readonly key?: string;
    /** Whether the message is dropped when too much waits. */
    readonly mayBeLost?: boolean;
}
/** Messages in their order, with a limit in bytes. Adding, replacing and dropping take constant time, however many wait. */
export declare class Backlog<T> {
    #private;
    constructor(limit: number);
    /** Adds a message, and drops those that may be lost while there is too much. Returns false if there still is. */
    add(item: T, size: number, { key, mayBeLost }: Traits): boolean;
    /** Drops the oldest messages but the newest, until the rest is within the limit. */
    shrink(): void;
    /** Returns the messages, oldest first. */
    read(): T[];
    /** Returns the messages and forgets them. */
    take(): T[];
}
