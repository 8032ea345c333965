import type { Json } from '../../tools/json.ts';
/** An answer that came through the inbox. */
export interface OutsideAnswer {
    type: 'answer';
    id: string;
    at: string;
    attempt: number;
    result: unknown;
    timestamp: number;
    answeredBy: string;
}
/** A signal that was sent to a run. */
export interface OutsideSignal {
    type: 'signal';
    signalId: string;
    name: string;
    value?: Json;
    timestamp: number;
}
