import { type Json, type Place, type Suggest } from './schema.ts';
import type { Situation } from './situation.ts';
/** Suggests what a conversation says about a place: refusals of earlier calls first, then the message. */
export declare function suggestFor(situation: Situation): Suggest;
/** Returns values for a place that the message holds in one particular way. */
export type Reader = (place: Place, situation: Situation) => readonly Json[];
/** Suggests the values that the message holds. */
export declare const suggestFromMessage: (situation: Situation) => Suggest;
