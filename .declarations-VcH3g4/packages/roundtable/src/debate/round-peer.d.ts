import { type Deferred, type Host, type HostEffect, type Outcome, type Peer, type PeerEffect } from '@sweatpants/framework';
import { type Model } from '@sweatpants/framework/models';
import type { Happening } from '../session/event.ts';
import type { Session } from '../session/session.ts';
import type { TrackRecords } from './track-records.ts';
export interface RoundPeerOptions {
    runId: string;
    /** The session as it is now: its budget counts what was used so far. */
    session: Session;
    resolve: (model: string) => Promise<Model>;
    /** Called before a model is asked or an event is recorded. */
    prepare: () => Promise<void>;
    record: (happening: Happening, commandId?: string) => Promise<void>;
    records: TrackRecords;
    /** Milliseconds after which a model call counts as failed. */
    modelTimeout: number;
    /** Aborts the outstanding model calls, so that nothing of them is recorded. */
    signal: AbortSignal;
}
/** The two sides of a round or a synthesis: as peer it asks the models of the seats, as host it records events and keeps the track record. */
export declare class RoundPeer implements Peer, Host {
    #private;
    constructor(options: RoundPeerOptions);
    answer(effect: PeerEffect, signal: AbortSignal): Promise<Outcome | Deferred>;
    /** Rejects when the store cannot be read or written, which stops the run where it is. */
    perform({ id, key, request }: HostEffect): Promise<Outcome>;
}
