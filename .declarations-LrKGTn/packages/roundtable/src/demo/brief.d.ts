import type { Situation } from '@sweatpants/demo-model';
import type { Stance } from '../session/seat.ts';
export type Side = Exclude<Stance, 'neutral'>;
/** What a prompt of a debate says. */
export interface Brief {
    topic: string;
    /** The name of the seat and its persona, which are the same in every round. Empty if the prompt is for no seat. */
    seat: string;
    /** The side that the role of the seat argues. */
    side: Side | undefined;
    /** The possible answers, if the topic is a choice. */
    answers: readonly string[];
    /** What each other seat holds, by its latest statement: one of the answers, or a side. */
    votes: readonly string[];
}
/** Reads a prompt of `prompts/`, which has the topic in a fence. Returns `undefined` for any other prompt. */
export declare function readBrief({ system, message }: Situation): Brief | undefined;
