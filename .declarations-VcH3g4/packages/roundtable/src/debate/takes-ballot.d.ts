import { type Session } from '../session/session.ts';
/**
 * Whether a round opens with a private ballot: the first round if seats speak one after another, and the second if their
 * independent answers differ. A second private answer says more than anything after the seats have heard each other
 * (`bench/DEBATE.md`). After new facts or a focus question it says nothing, so there is no second ballot.
 */
export declare function takesBallot(session: Session, number: number): boolean;
