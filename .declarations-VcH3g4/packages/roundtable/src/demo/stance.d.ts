import type { Situation } from '@sweatpants/demo-model';
import type { NumberRange } from '../session/response.ts';
import type { Brief, Side } from './brief.ts';
/** What a seat holds and how sure it is. */
export interface Held {
    side: Side;
    /** One of the possible answers, or the proposal of the seat. */
    answer: string | undefined;
    estimate: NumberRange | undefined;
    confidence: number;
    /** What it held before the other seats changed its mind. */
    changedFrom: string | undefined;
    /** The number of other seats that changed its mind. */
    agreeing: number;
}
/** Draws what a seat holds from seed, seat and topic, so that it is the same in every round. Then counts the other seats. */
export declare function takeStance(brief: Brief, draw: Situation['draw']): Held;
