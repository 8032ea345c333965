import type { Store } from '../log/log.ts';
export interface SqliteStoreOptions {
    /** The file, created with its directory where missing; `:memory:` for a store that ends with the process. */
    path: string;
    /** Milliseconds since the epoch. When given, it times leases too, which otherwise go by the monotonic clock of the machine. */
    now?: () => number;
    /** Called with errors of the check for commits of other processes, each once. Default: standard error. */
    onError?: (error: unknown) => void;
}
/** Keeps streams in one SQLite file, which several processes of a machine may use at once. What it acknowledged is on disk. */
export declare function createSqliteStore(options: string | SqliteStoreOptions): Store;
