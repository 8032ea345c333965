import type { Situation } from './situation.ts';
import type { Answer } from './voice.ts';
/** Ends the turn with a sentence about the results of the last calls. */
export declare function summarizeResults({ exchanges }: Situation): Answer | undefined;
