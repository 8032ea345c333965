import type { Session } from './session.ts';
/** A debate at a place of its log. */
export interface DebateState {
    /** The place of the last event. */
    lsn: number;
    /** Absent before the first event. */
    session?: Session;
    /** The place of the event that began the last round. */
    roundAt?: number;
    /** A write-up that was requested and is not written yet, and the place of the request. */
    synthesis?: {
        round: number;
        at: number;
    };
    /** The place of the last event from outside, whose append leaves the list of sessions and the open questions as they were. */
    outsideAt?: number;
}
export declare const emptyDebate: DebateState;
/** Returns the state after the event at `lsn`. An event of a newer server only moves the place. */
export declare function reduceDebate(state: DebateState, written: unknown, lsn: number): DebateState;
