import type { Guarded } from '../../http/auth.ts';
import { type Traits } from '../../http/backlog.ts';
import type { RequestId } from './message.ts';
export interface StreamEvent {
    stream: number;
    /** Counts up over all streams of a session. */
    seq: number;
    text: string;
    /** What the calls of the stream are of. */
    concerns: readonly Guarded[];
}
/**
 * The last events of a session's streams, so that a client can resume a dropped stream. It is bounded: superseded events and
 * those that may be lost are dropped first, then the oldest.
 */
export declare class EventLog {
    #private;
    constructor(capacity?: number);
    /** The number of the newest event. */
    get last(): number;
    append(stream: number, text: string, traits: Traits, concerns?: readonly Guarded[]): StreamEvent;
    /** Takes an event that an earlier process has sent. */
    restore({ stream, seq, text }: Omit<StreamEvent, 'concerns'>, concerns: readonly Guarded[]): void;
    /** Counts on from a number that a client has seen. */
    advance(seq: number): void;
    /** Returns the events of a stream after one of them, in order. */
    after(stream: number, seq: number): StreamEvent[];
}
/** An event id also holds the request that its stream responds to, so that a server which lost the call can say so. */
export declare const toEventId: (stream: number, seq: number, request?: RequestId) => string;
export declare function fromEventId(id: string): {
    stream: number;
    seq: number;
    request?: RequestId;
} | undefined;
