import type { Leases } from './log.ts';
/** A node's heartbeat, and whether its lease certainly still holds. */
export declare class Lease {
    #private;
    readonly node: string;
    constructor(leases: Leases, node: string, ttl: number);
    beat(): Promise<void>;
    /** False when too much time has passed on either clock, or one was set back: then another node may drive. */
    isSure(): boolean;
}
/** Counts that `node` has acquired a stream of this kind, if the node that drove it before did not release it. */
export declare function countTakeover(kind: string, node: string, before: string | null | undefined): void;
