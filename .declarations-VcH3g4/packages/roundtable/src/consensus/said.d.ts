import type { Vote } from '../session/response.ts';
import type { Seat } from '../session/seat.ts';
import type { Session } from '../session/session.ts';
/** A vote of a seat, in a ballot or in a round. */
export interface Said extends Vote {
    seat: Seat;
    round: number;
    isBallot: boolean;
    changeReason?: string;
    standsBehind?: boolean;
    /** The reason for the vote, in a sentence or two. */
    reason: string;
}
/** Whether the debate began with a ballot, even if it failed. */
export declare const opensWithBallots: ({ rounds: [first] }: Session) => boolean;
/**
 * Lists the votes up to a round, in the order of rounds and seats. A seat that is assigned a side holds what its first
 * ballot says, not what it argues; without a ballot its own view is unknown.
 */
export declare function listSaid(session: Session, round: number): Said[];
/** The first round in which seats received a fact that they had asked for. */
export declare function findInformedRound({ rounds, contextRequests }: Session): number;
