import { type Store } from './log.ts';
export interface MemoryStoreOptions {
    /** Milliseconds since the epoch. When given, it times leases too, which otherwise go by a monotonic clock. */
    now?: () => number;
}
/** Keeps streams as long as the process lives. */
export declare function createMemoryStore({ now }?: MemoryStoreOptions): Store;
