import type { Entry, Json } from '@sweatpants/framework';
import type { Emission, RunEvent, RunStop, Samples, ShownEffect } from './run-event.ts';
export type RunStatus = 'running' | 'waiting' | 'paused' | RunStop['type'];
export interface EffectState extends ShownEffect {
    type: 'effect';
    openedAt?: number;
    /** `open`: the person has to answer. `halted`: it was withdrawn. */
    state: 'pending' | 'open' | 'answered' | 'value' | 'failure' | 'halted';
    /** A `once` step whose start is recorded. */
    started?: boolean;
    entry?: Entry;
    attempt: number;
    refusal?: string;
    expiresAt?: number;
    /** The answer to this attempt. */
    answer?: {
        value: Json;
        time: number;
    };
    /** It was opened before the run was resumed, and not again yet. */
    stale?: boolean;
}
export type Happening = EffectState | Emission;
/** A run, as its events describe it. */
export interface RunState {
    /** The place of the last event; 0 for a run that does not exist. */
    lsn: number;
    tool: string;
    params: Json;
    samples: Samples;
    /** The inspector process that may drive the run. */
    process: string;
    status: RunStatus;
    isCancelled: boolean;
    startedAt: number;
    stoppedAt?: number;
    /** The effects and emissions of the tool, in order. */
    happenings: readonly Happening[];
    entries: readonly Entry[];
    stop?: RunStop;
}
export declare const emptyRun: RunState;
/** The part of a run that a list shows. */
export type RunAbout = Pick<RunState, 'tool' | 'status' | 'startedAt'>;
export declare const toAbout: ({ tool, status, startedAt }: RunState) => RunAbout;
export declare const reduceRun: (run: RunState, event: RunEvent, lsn: number) => RunState;
/** Returns the run with events that follow its last one. */
export declare const reduceAll: (run: RunState, events: readonly RunEvent[]) => RunState;
export declare const isPending: (happening: Happening) => happening is EffectState;
export declare const isOpen: (happening: Happening) => happening is EffectState;
