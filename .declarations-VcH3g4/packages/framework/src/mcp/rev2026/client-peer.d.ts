import type { MaybePromise } from '../../tools/maybe-promise.ts';
import { type Deferred, type Outcome } from '../../tools/outcome.ts';
import type { Peer, PeerEffect } from '../../tools/peer.ts';
import type { Channel } from '../core/channel.ts';
import { type ClientCapabilities } from '../core/client-capabilities.ts';
import type { ProgressLine } from '../core/progress.ts';
import type { Sampler } from '../core/sampler.ts';
import type { Envelope } from './envelope.ts';
/** A request that waits for the result of a round, and hears of its progress. */
export interface Listener {
    readonly envelope: Pick<Envelope, 'logLevel'>;
    readonly channel: Pick<Channel, 'notify'>;
    readonly progress: Pick<ProgressLine, 'say'>;
}
/** Who answers the questions to a client that cannot be asked: the person in the view of the tool, or the model in words. */
export interface Answering {
    byView: boolean;
    byModel: boolean;
}
export interface ClientPeerOptions {
    canDetach: boolean;
    /** Who answers the questions to a client that cannot be asked. */
    answering?: Answering | undefined;
    /** Whether a question waits for another client of the call, because the call is stored and began with one that can answer. */
    isForOther?: (need: 'elicitation' | 'url' | 'roots') => boolean;
}
/** Tells a request for whom its call waits: as progress, and as a message where it takes those. */
export declare function sayProgress({ envelope, channel, progress }: Listener, message: string): void;
/** The client of a stateless call. It cannot be asked while it waits, so every question is deferred to its next request. */
export declare class ClientPeer implements Peer {
    #private;
    constructor(sampler: Sampler, capabilities: ClientCapabilities, options: ClientPeerOptions, listeners: Iterable<Listener>);
    answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>;
}
