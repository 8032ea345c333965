import type { DatabaseSync } from 'node:sqlite';
/** Wakes at once for writes of this store, and within a second for those of other processes on the same file. */
export declare class SqliteWatchers {
    #private;
    constructor(database: DatabaseSync, onError: (error: unknown) => void);
    add(key: string, listener: (head?: number) => void): () => void;
    wake(key: string, head?: number): void;
    close(): void;
}
