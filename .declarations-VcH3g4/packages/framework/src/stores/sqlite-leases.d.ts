import type { DatabaseSync } from 'node:sqlite';
import type { Leases } from '../log/log.ts';
import type { SqliteWatchers } from './sqlite-watchers.ts';
import type { SqliteWrites } from './sqlite-writes.ts';
export interface SqliteParts {
    database: DatabaseSync;
    writes: SqliteWrites;
    watchers: SqliteWatchers;
    /** Milliseconds since the epoch. */
    now: () => number;
    /** Milliseconds on the clock that leases are timed by. */
    monotonic: () => number;
}
/** Whether a live node drives the stream; `:now` is the time on the clock of the leases. Node 22 cannot bind `?1`. */
export declare const IS_DRIVEN = "(streams.node is not null and exists (\n  select 1 from nodes where nodes.node = streams.node and alive_until > :now and alive_until <= :now + ttl))";
export declare function createLeases({ database, writes, watchers, now, monotonic }: SqliteParts): Leases;
