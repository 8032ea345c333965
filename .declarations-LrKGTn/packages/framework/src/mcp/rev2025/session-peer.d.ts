import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import { type Deferred, type Outcome } from '../../tools/outcome.ts';
import type { Peer, PeerEffect } from '../../tools/peer.ts';
import { type ClientCapabilities } from '../core/client-capabilities.ts';
import type { Sampler } from '../core/sampler.ts';
import type { SessionCall } from './session-call.ts';
/** The longest timer. A tool limits the time for an answer with `expiresIn`. */
export declare const FOREVER: number;
/** Accepts every answer: the runtime checks answers and asks again (R7). */
export declare const ANYTHING: StandardSchemaV1;
/** The part of a call that the peer needs. */
type CallLine = Pick<SessionCall, 'signal' | 'send' | 'notify' | 'log'> & {
    readonly _meta?: SessionCall['_meta'];
};
/** The client of an open session. Questions are sent on the stream of the call, and the peer waits for the answers. */
export declare class SessionPeer implements Peer {
    #private;
    constructor(call: CallLine, client: ClientCapabilities, sampler: Sampler, heartbeat?: number);
    answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>;
    /** Ends the heartbeats. */
    end(): void;
    /** Tells the client for whom the call waits: as progress, and as a log message. */
    say(message: string): Promise<void>;
}
export {};
