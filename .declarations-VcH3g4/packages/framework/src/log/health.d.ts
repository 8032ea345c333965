import type { MaybePromise } from '../tools/maybe-promise.ts';
export interface HealthOptions {
    /** Reads something from the store. */
    probe: () => MaybePromise<unknown>;
    /** Whether the server is shutting down, so that a load balancer sends no more requests. */
    isDraining: () => boolean;
    /** Milliseconds that the store has to answer. Default 2 seconds. */
    timeout?: number;
}
/** What `/healthz` replies. It holds no names, addresses or errors. */
export interface HealthReport {
    status: 'ok' | 'failing' | 'draining';
    store: 'reachable' | 'unreachable';
    /** The longest time, in milliseconds, for which the event loop was blocked in the last ten seconds. */
    lagMs: number;
}
/** Tells a load balancer whether a server can take requests. */
export declare class Health {
    #private;
    constructor(options: HealthOptions);
    check(): Promise<HealthReport>;
    /** Replies 200 while requests can be taken, and 503 otherwise. */
    reply(): Promise<Response>;
}
