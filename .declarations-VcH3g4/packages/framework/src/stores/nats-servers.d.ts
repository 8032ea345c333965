import type { NatsStoreOptions } from './nats.ts';
export interface NatsPlace extends NatsStoreOptions {
    /** `host:port` of each server. */
    servers: string[];
    user?: string;
    pass?: string;
}
/** Reads `nats://user:password@a:4222,b:4222,c:4222?monitor=8222&replicas=3&sync=any&prefix=app`. */
export declare function readNatsUrl(url: string): NatsPlace;
interface ServerFacts {
    version: string;
    max_payload: number;
}
/**
 * Refuses servers that lose or double writes: those before 2.11, which acknowledge several writers for one sequence, and, unless `sync`
 * is `any`, those that acknowledge before the disk has a write. The monitors of all servers that the URL names are asked.
 */
export declare function checkServers(connected: ServerFacts | undefined, place: NatsPlace): Promise<void>;
export {};
