import type { Store } from '../log/log.ts';
export interface PostgresStoreOptions {
    /** `postgres://user:password@host:port/database` */
    url: string;
    /** The schema of its tables, created where missing. */
    schema?: string;
    /** The most connections, not counting the one that listens. */
    poolSize?: number;
    /** Milliseconds after which a statement fails, and after three quarters of which one that waits for a lock does. Default 8 seconds. */
    timeout?: number;
}
/** Keeps streams in a Postgres database, which several nodes may use at once. What it acknowledged is on disk. */
export declare function createPostgresStore(options: string | PostgresStoreOptions): Promise<Store>;
