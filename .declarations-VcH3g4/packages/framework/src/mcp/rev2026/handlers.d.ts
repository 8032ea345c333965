import type { Drain } from '../../tools/drain.ts';
import type { Catalog } from '../core/catalog.ts';
import type { Channel } from '../core/channel.ts';
import { type Envelope } from './envelope.ts';
import type { Subscriptions } from './listen.ts';
import { type Rounds } from './rounds.ts';
import type { Tasks } from './tasks.ts';
/** The 2026-07-28 revision of a server, for any wire. */
export interface Rev2026 {
    /** Reads the envelope in a request's `_meta`. Throws a `ProtocolError`: -32602 when it is missing or malformed, -32022 for another version. */
    readEnvelope(params: unknown): Envelope;
    hasMethod(method: string): boolean;
    /**
     * Resolves to the result of a request, with its `resultType` and the server's name; rejects with a `ProtocolError`.
     * Notifications that belong to the request go through `channel` before. `subscriptions/listen` resolves when the channel's
     * signal aborts.
     */
    answer(request: Rev2026Request, channel: Channel): Promise<Record<string, unknown>>;
    close(): Promise<void>;
}
export interface Rev2026Request {
    id: string | number;
    method: string;
    params: Record<string, unknown>;
    envelope: Envelope;
}
export interface Rev2026Parts {
    info: {
        name: string;
        version: string;
        instructions?: string;
    };
    catalog: Catalog;
    rounds: Rounds;
    tasks: Tasks;
    subscriptions: Subscriptions;
    drain: Drain;
    /** Whether a listing for one caller may be shown to another. */
    cacheScope: 'public' | 'private';
}
export declare function createRev2026({ info, catalog, rounds, tasks, subscriptions, drain, cacheScope, }: Rev2026Parts): Rev2026;
