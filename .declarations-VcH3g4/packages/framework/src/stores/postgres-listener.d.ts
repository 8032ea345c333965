import { type Database } from './postgres-database.ts';
/** Names the streams that a statement deleted. */
export interface Deleted {
    kinds: string[] | null;
    ids: string[] | null;
}
/**
 * Notifies all nodes when a stream has grown or was deleted, and receives their notifications, on one connection of its own.
 *
 * It notifies after the commit: transactions that notify take a lock until they are on disk, so that no two of them share
 * a sync. If a node dies between commit and notification, the checks of the others find the append. After a lost
 * connection all listeners are called once, because a notification may have been missed.
 */
export declare class Listener {
    #private;
    constructor(database: Database, { checkInterval }?: {
        checkInterval?: number | undefined;
    });
    /** Resolves once it listens. */
    start(): Promise<void>;
    watch(kind: string, id: string, listener: (head?: number) => void): () => void;
    /** Wakes the listeners of this node. */
    wake(kind: string, id: string, head?: number): void;
    /** Wakes the listeners of this node, and notifies the other nodes. */
    tell(kind: string, id: string, head?: number): void;
    watchAudience(name: string, listener: () => void): () => void;
    /** Calls the listeners of these audience names on all nodes. */
    tellAudience(names: readonly string[]): void;
    tellDeleted({ kinds, ids }: Deleted): void;
    close(): Promise<void>;
}
