import type * as JetStream from '@nats-io/jetstream';
import type * as Transport from '@nats-io/transport-node';
import type { Engine } from './engine.ts';
export interface NatsEngineOptions {
    connection: Transport.NatsConnection;
    jetstream: typeof JetStream;
    /** How the names of its streams and subjects begin. */
    prefix: string;
    replicas: number;
    /** Milliseconds after which a request fails that the servers do not answer. */
    timeout: number;
}
/** Streams on NATS JetStream: each is a subject, appended by compare-and-set of the subject's last sequence. */
export declare function createNatsEngine(options: NatsEngineOptions): Promise<Engine>;
