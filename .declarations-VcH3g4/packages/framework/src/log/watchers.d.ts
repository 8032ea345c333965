import type { StreamRef } from './log.ts';
/** The listeners of this node, by stream. */
export declare class Watchers {
    #private;
    /** The streams that have a listener. */
    keys(): string[];
    get isEmpty(): boolean;
    add(key: string, listener: (head?: number) => void): () => void;
    /** Calls the listeners in a microtask, so that an error in a listener does not fail the write. */
    wake(key: string, head?: number): void;
    wakeAll(): void;
}
/** Names a stream among those of all kinds. It has the length of the kind, so that no two streams have the same key. */
export declare const toKey: (kind: string, id: string) => string;
export declare function fromKey(key: string): StreamRef;
