import type { Pool } from 'pg';
/** Creates the schema where it is missing, and migrates it to the current version. Nodes that start at once wait for one of them. */
export declare function migrate(pool: Pool, schema: string): Promise<void>;
