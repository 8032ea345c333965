import type { Duplex } from 'node:stream';
import type * as Driver from 'pg';
import type { Client, Pool } from 'pg';
/** Milliseconds after which the server cancels a statement. A connection may take as long. */
export declare const STATEMENT_TIMEOUT = 8000;
/** Milliseconds for the error of a cancelled statement to arrive. A connection without an answer by then is half-open. */
export declare const GRACE = 1000;
/** Milliseconds after which the server ends a transaction whose node has stopped, and for which a migration may run. */
export declare const MIGRATION_TIMEOUT = 60000;
/** Milliseconds that a store which closes waits for statements and connections. */
export declare const CLOSE_TIMEOUT = 2000;
export interface DatabaseOptions {
    url: string;
    schema: string;
    poolSize: number;
    /** Milliseconds after which the server cancels a statement. */
    timeout?: number;
}
export type Statement<Row> = (...values: readonly unknown[]) => Promise<Row[]>;
/** With members of the driver that its types leave out. */
export type OpenClient = Client & {
    processID: number;
    ref(): void;
    unref(): void;
    connection: {
        stream: Duplex;
    };
};
/** Connections to one schema of a Postgres database. None of them keeps the process alive. */
export interface Database {
    readonly pool: Pool;
    /** The name of the schema, and the same quoted for a statement. */
    readonly schema: string;
    readonly name: string;
    /** Returns a connection outside of the pool, not yet open. */
    createClient(): OpenClient;
    /** Returns a statement that the server parses once for each connection. It fails when there is no result in time. */
    prepare<Row>(text: string, toTimeout?: (...values: readonly unknown[]) => number): Statement<Row>;
    /** Refuses statements from now on; resolves when those that run are done, or fails them when that takes too long. */
    settle(): Promise<void>;
    /** Closes the pool. Does not wait for connections that are half-open. */
    end(): Promise<void>;
}
export declare function createDatabase(driver: typeof Driver, options: DatabaseOptions): Database;
/** Loads the optional peer `pg`. Before 8.16 it has a default export only; some bundlers turn a missing one into an empty module. */
export declare function loadDriver(): Promise<typeof Driver>;
