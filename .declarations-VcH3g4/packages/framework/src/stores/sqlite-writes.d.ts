import type { DatabaseSync } from 'node:sqlite';
import type { SqliteIdentity } from './sqlite-identity.ts';
export interface SqliteWritesOptions {
    /** Milliseconds after which writes fail while another process holds the file. */
    patience?: number;
    /** Checked before writes are acknowledged. */
    identity?: Pick<SqliteIdentity, 'check'>;
}
/**
 * Performs the writes of one turn of the event loop in one transaction, and so with one sync of the disk, which is most of
 * the cost of a small write and blocks the process. A write that throws is undone alone. While another process holds the
 * file, the writes wait without blocking this one: that process may be suspended.
 */
export declare class SqliteWrites {
    #private;
    constructor(database: DatabaseSync, { patience, identity }?: SqliteWritesOptions);
    write<T>(body: () => T): Promise<T>;
    /** Performs the waiting writes at once; the last time, so that those which cannot be performed fail. */
    close(): void;
}
