import { type Deferred, type LogEffect, type NotifyEffect, type Outcome, type OutsideWait, type Peer, type PeerEffect } from '@sweatpants/framework';
import type { Model } from '@sweatpants/framework/models';
import type { Emission, RunEvent, Samples } from './run-event.ts';
export interface PagePeerOptions {
    samples: Samples;
    model: Model;
    publish(event: RunEvent): void;
}
/** Opens questions on the page, where a person answers them later. A model answers samples, or the person does. */
export declare class PagePeer implements Peer {
    #private;
    constructor(options: PagePeerOptions);
    answer(effect: PeerEffect, signal: AbortSignal): Outcome | Deferred | Promise<Outcome>;
    /** Opens what others answer, too: the person at the page answers for them, and sends signals. */
    wait(wait: OutsideWait): void;
}
export declare const toEmission: (effect: LogEffect | NotifyEffect) => Emission;
