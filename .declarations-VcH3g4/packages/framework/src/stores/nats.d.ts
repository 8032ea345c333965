import type { Store } from '../log/log.ts';
export interface NatsStoreOptions {
    /** How many servers keep each record. Default 3, or `replicas` of the URL. */
    replicas?: number;
    /** The ports at which the servers are monitored, one for all or one for each; default 8222, or `monitor` of the URL. */
    monitor?: readonly number[];
    /**
     * `always`: refuses servers that acknowledge a write before it is on their disk. `any`: accepts them, and does not ask
     * their monitors; a power cut of most servers at once may then lose what was acknowledged. Default `always`, or `sync` of the URL.
     */
    sync?: 'always' | 'any';
    /** How the names of its streams begin. Default `sweatpants`, or `prefix` of the URL. */
    prefix?: string;
    /** Milliseconds after which a request fails that the servers do not answer, as while they elect a leader, which takes up to 9 seconds. Default 15 seconds. */
    timeout?: number;
}
/**
 * Keeps streams on a cluster of NATS servers with JetStream, which several nodes may use at once. What it acknowledged is on the
 * disks of most servers. Needs nats-server 2.11 or later with `sync_interval: always`.
 *
 * ```ts
 * const store = await createNatsStore('nats://a:4222,b:4222,c:4222')
 * ```
 */
export declare function createNatsStore(url: string, options?: NatsStoreOptions): Promise<Store>;
