import type { Leases } from '../log/log.ts';
import type { Database } from './postgres-database.ts';
import type { Listener } from './postgres-listener.ts';
/** Returns the leases of a database, for the streams of all kinds. */
export declare function createLeases(database: Database, listener: Listener): Leases;
