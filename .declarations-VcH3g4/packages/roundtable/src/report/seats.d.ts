import type { Stance } from '../session/seat.ts';
import type { Session } from '../session/session.ts';
/** A requested seat, as shown to readers. */
export interface ReportSeat {
    /** From 1, in the order of the table; identifies the seat in pictures. */
    number: number;
    agentId: string;
    model: string;
    family?: string;
    persona?: string;
    role?: string;
    /** The side that it is assigned. */
    argues?: Stance;
    /** Why it could not take part. */
    absence?: string;
}
/** All requested seats, including absent ones. */
export declare function readSeats({ seats, agentIds, absent }: Session): ReportSeat[];
export type Relation = {
    type: 'self';
}
/** In the last round in which both were heard. */
 | {
    type: 'agree' | 'disagree';
    round: number;
} | {
    type: 'unknown';
};
export interface Agreement {
    seats: ReportSeat[];
    /** One row and one column per seat. */
    rows: Relation[][];
}
/** Which seats agree with each other. Seats that were never heard in the same round are not compared. */
export declare function readAgreement(session: Session): Agreement;
