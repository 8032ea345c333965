import type { Entry } from './journal.ts';
/** An answer, or the histories of fibers that were joined. */
type Part = Extract<Entry, {
    type: 'value';
}> | readonly (History | undefined)[];
/**
 * What was asked and answered on the way to a place (R15), as a chain. It is hashed when a step reads its idempotency key or
 * a value is drawn, and most tools do neither after most answers.
 */
export declare class History {
    #private;
    constructor(before: History | undefined, part: Part);
    get hash(): string;
}
export {};
