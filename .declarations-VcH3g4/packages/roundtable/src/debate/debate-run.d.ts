import { type RunResult } from '@sweatpants/framework';
import type { Driven } from '@sweatpants/framework/log';
import type { Model } from '@sweatpants/framework/models';
import type { DebateState } from '../session/debate-state.ts';
import type { Happening, RoundtableEvent } from '../session/event.ts';
import type { DebateStates } from '../session/session-manager.ts';
import type { DebateSettings } from './settings.ts';
import type { TrackRecords } from './track-records.ts';
/** What the state of a debate asks its driver to run. */
export interface Job {
    type: 'round' | 'synthesis';
    round: number;
    /** The place of the event that began it: the run is given the session as it was there, so every replay is the same. */
    at: number;
    runId: string;
}
/** Returns the requested write-up, or the open round unless it waits for a caller. */
export declare function findJob({ session, roundAt, synthesis }: DebateState): Job | undefined;
export interface DebateRunOptions {
    driven: Driven<DebateState, RoundtableEvent>;
    states: DebateStates;
    resolve: (model: string) => Promise<Model>;
    settings: DebateSettings;
    records: TrackRecords;
    record: (happening: Happening, commandId?: string) => Promise<void>;
}
/** A round or a synthesis while this process runs it. */
export declare class DebateRun {
    #private;
    readonly job: Job;
    /** Rejects when the job cannot be run here, or was dropped. */
    readonly ended: Promise<RunResult>;
    constructor(job: Job, options: DebateRunOptions);
    /** Whether the log says that this process plays the round. */
    get isAnnounced(): boolean;
    get isDropped(): boolean;
    /** Aborts the outstanding model calls. The journal keeps what was answered. */
    drop(): void;
}
