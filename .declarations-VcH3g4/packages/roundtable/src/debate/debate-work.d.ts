import { type Machine, type StreamRecord } from '@sweatpants/framework/log';
import { type DebateState } from '../session/debate-state.ts';
import { type RoundtableEvent } from '../session/event.ts';
import { type DebateRunOptions } from './debate-run.ts';
export interface DebateMachineOptions extends Pick<DebateRunOptions, 'states' | 'resolve' | 'settings' | 'records'> {
    /** Whether this process drives the session. */
    accepts: (record: StreamRecord) => boolean;
    now: () => number;
    onError: (error: unknown) => void;
}
/** How debates are driven. */
export declare const createDebateMachine: (options: DebateMachineOptions) => Machine<DebateState, RoundtableEvent>;
