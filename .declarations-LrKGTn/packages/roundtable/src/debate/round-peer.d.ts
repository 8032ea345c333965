import { type Deferred, type Host, type HostEffect, type Outcome, type Peer, type PeerEffect } from '@sweatpants/framework';
import { type Model } from '@sweatpants/framework/models';
import type { Happening } from '../session/event.ts';
import { type Session } from '../session/session.ts';
export interface RoundPeerOptions {
    runId: string;
    /** The session as it is now: its budget counts what was used so far. */
    session: Session;
    resolve: (model: string) => Promise<Model>;
    /** Called before a model is asked or an event is recorded. */
    prepare: () => Promise<void>;
    record: (happening: Happening, commandId: string) => Promise<void>;
    /** Aborts the outstanding model calls, so that nothing of them is recorded. */
    signal: AbortSignal;
}
/** The two sides of a round or a synthesis: as peer it asks the models of the seats, as host it records events. */
export declare class RoundPeer implements Peer, Host {
    #private;
    constructor(options: RoundPeerOptions);
    answer(effect: PeerEffect, signal: AbortSignal): Promise<Outcome | Deferred>;
    /** Records an event. Rejects when the log cannot be written, which stops the run where it is. */
    perform({ id, request }: HostEffect): Promise<Outcome>;
}
