import type { ElicitEffect } from '../../tools/effects/elicit.ts';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import { type Deferred, type Outcome } from '../../tools/outcome.ts';
import type { Peer, PeerEffect } from '../../tools/peer.ts';
import { type ClientCapabilities } from '../core/client-capabilities.ts';
import type { Sampler } from '../core/sampler.ts';
import type { SessionCall } from './session-call.ts';
/** The part of a call that the peer needs. */
type CallLine = Pick<SessionCall, 'signal' | 'ask' | 'notify' | 'log'> & {
    readonly _meta?: SessionCall['_meta'];
};
export interface SessionPeerOptions {
    /** The run whose questions it asks. */
    runId: string;
    /** Resolves to the URI of the view that shows a question in place of a form. */
    viewOf?: ((question: ElicitEffect) => Promise<string | undefined>) | undefined;
    /** Stores the run before it asks. */
    keep?: (() => Promise<void>) | undefined;
    /** Milliseconds between two heartbeats. */
    heartbeat?: number | undefined;
    /** Whether the revision has no titled choices and no lists in forms. */
    hasOlderForms?: boolean;
}
/** The client of an open session. Questions are sent on the stream of the call, and the peer waits for the answers. */
export declare class SessionPeer implements Peer {
    #private;
    constructor(call: CallLine, client: ClientCapabilities, sampler: Sampler, options: SessionPeerOptions);
    answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>;
    /** Whether the client is being asked. */
    get isAsking(): boolean;
    /** Tells the client that the page which reports by this signal is done. */
    completed(signal: string): Promise<void>;
    /** Ends the heartbeats. */
    end(): void;
    /** Tells the client for whom the call waits: as progress, and as a log message. */
    say(message: string): Promise<void>;
}
export {};
