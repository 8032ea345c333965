import type { Store } from '../log/log.ts';
export interface MortalStore {
    store: Store;
    /** How often it was written. */
    readonly writes: number;
    readonly isDead: boolean;
    die(): void;
    /** Resolves when its user is as good as dead: no call is answered any more. */
    readonly dead: Promise<void>;
}
export interface MortalStoreOptions {
    /** How many writes it lives to see. */
    life?: number;
    /** Whether journals answer late, as on another machine. */
    isSlow?: boolean;
}
/** A store as a process sees it that is killed instead of its next write: after `life` writes, or when `die` is called. */
export declare function createMortalStore(given: Store, options?: MortalStoreOptions): MortalStore;
