/**
 * The files of an open database, by device and inode. A process goes on writing to a file that was deleted or replaced, and
 * loses what it wrote when it ends, so a write is acknowledged only while its path names the same file.
 */
export declare class SqliteIdentity {
    #private;
    /** Remembers the files at a path, once the database has opened them. */
    constructor(path: string);
    /** Throws a `StoreError` when a file is not the one that was opened. */
    check(): void;
}
