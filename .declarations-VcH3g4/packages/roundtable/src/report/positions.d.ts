import type { Flip } from '../session/consensus.ts';
import type { QuestionKind } from '../session/question.ts';
import type { Session } from '../session/session.ts';
import { type ReportSeat } from './seats.ts';
/** What a seat held at a stop. */
export type Place = {
    type: 'heard';
    position: string;
    /** Index of the lane of its vote; absent without a vote. */
    lane?: number;
    confidence?: number;
    flip?: Flip;
    /** Whether the seat argued an assigned side, so that its ballot counts instead. */
    isRole: boolean;
    violation?: string;
} | {
    type: 'absent';
    code: string;
    reason: string;
} | {
    type: 'waiting';
} | {
    type: 'unasked';
};
export interface Track {
    seat: ReportSeat;
    /** One per stop. */
    places: Place[];
}
/** Which seat held which answer at which stop. */
export interface Positions {
    kind: QuestionKind;
    stops: Stop[];
    lanes: Lane[];
    tracks: Track[];
}
export declare function readPositions(session: Session): Positions;
/** A ballot or a round, in which every seat votes. */
export interface Stop {
    label: string;
    round: number;
    /** Whether it is a private ballot. */
    isBallot: boolean;
    /** Whether seats have still to answer. */
    isOpen: boolean;
}
export declare const listStops: ({ rounds }: Session) => Stop[];
/** An answer that at least one seat gave. */
export interface Lane {
    key: string;
    /** A short name for pictures and tables. */
    letter: string;
    /** In the words in which it was last given. */
    answer: string;
}
