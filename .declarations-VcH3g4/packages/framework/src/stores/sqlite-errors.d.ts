/** Returns the same methods, which throw a `StoreError` where SQLite fails. */
export declare function hideErrors<T extends object>(methods: T): T;
/** Returns an error of SQLite as one whose message says nothing about the file, and any other error as it is. */
export declare function toStoreError(error: unknown): unknown;
