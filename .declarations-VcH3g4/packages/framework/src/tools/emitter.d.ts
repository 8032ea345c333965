import type { Branch } from './branch.ts';
import type { LogEffect, NotifyEffect } from './effects/emit.ts';
import type { Outstanding } from './outstanding.ts';
import type { Peer } from './peer.ts';
import type { Recorder } from './recorder.ts';
/** Sends logs and progress without waiting, unless an earlier process has sent them (R8). */
export declare class Emitter {
    #private;
    constructor(peer: Peer, recorder: Recorder, outstanding: Outstanding, onSend: (effect: LogEffect | NotifyEffect) => void);
    emit(branch: Branch, effect: LogEffect | NotifyEffect): void;
    /** Sends what a step tells while it runs. It has no number: a step that runs again tells it again. */
    send(effect: LogEffect | NotifyEffect): void;
}
