export interface TestPostgres {
    url: string;
    stop(): Promise<void>;
}
/**
 * A real Postgres: that of `DATABASE_URL` when it is set, otherwise one of its own on a free port, which starts in about a
 * second and is gone when it is stopped or the process ends. Use a schema of your own, from `createTemporarySchema`.
 */
export declare function startPostgres(): Promise<TestPostgres>;
/** A schema that no other test has; the caller creates it. */
export declare function createTemporarySchema(url: string): {
    schema: string;
    drop(): Promise<void>;
};
