import { type Log } from '../log/log.ts';
import type { Database } from './postgres-database.ts';
import type { Listener } from './postgres-listener.ts';
/** Returns the logs of a database by kind. */
export declare function prepareLogs(database: Database, listener: Listener): <E>(kind: string) => Log<E>;
