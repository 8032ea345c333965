import type { Statement } from '../session/response.ts';
import type { Role, Seat } from '../session/seat.ts';
/** The turn of a seat in the debate. */
export interface Turn {
    seat: Seat;
    round: number;
    totalRounds: number;
    /** Whether another seat has spoken before, in an earlier round or in this one. */
    hasHeard: boolean;
}
/** What a seat sees of earlier rounds. */
interface Recall {
    /** `names`: statements with the names of the speakers. `labels`: with anonymous labels. */
    speakers: 'names' | 'labels';
    /** `all`: a digest of all earlier rounds. `last`: the previous round only. */
    rounds: 'all' | 'last';
    /** Whether the prompt includes statistics of the last round. */
    statistics: boolean;
}
/** A way to debate. Code outside of its file never checks which mode it has. */
export interface Mode {
    readonly name: string;
    readonly title: string;
    /** One line for the user who chooses a mode. */
    readonly summary: string;
    readonly rules: readonly string[];
    readonly recall: Recall;
    /** Whether all seats state answer and confidence in private before the first statement. */
    readonly opensWithBallot: boolean;
    /** Whether seats that have heard others also rank their answers. */
    readonly ranks?: true;
    /** Groups that speak one after another. The seats of a group speak in parallel, and see only the groups before them. */
    order(seats: readonly Seat[]): readonly (readonly Seat[])[];
    /** The roles of the seats, in their order. Empty if the mode has no roles. */
    assignRoles(count: number, perspectives: readonly string[]): readonly Role[];
    /** The instruction for a seat in this turn. */
    instruct(turn: Turn): string;
    /** Describes how a statement violates the role of its seat, or returns `undefined`. */
    findViolation?(statement: Statement, role: Role): string | undefined;
    /** Whether a model may generate the perspectives for `assignRoles`. */
    readonly usesPerspectives?: true;
}
export declare const allAtOnce: (seats: readonly Seat[]) => readonly (readonly Seat[])[];
export declare const oneByOne: (seats: readonly Seat[]) => readonly (readonly Seat[])[];
/** `first`: no other seat has spoken. `last`: the last round. */
type Phase = 'first' | 'later' | 'last';
export declare function phaseOf({ hasHeard, round, totalRounds }: Turn): Phase;
export {};
