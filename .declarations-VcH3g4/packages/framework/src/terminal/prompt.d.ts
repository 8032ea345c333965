import { SweatpantsError } from '../tools/errors.ts';
import type { Terminal } from './terminal.ts';
/**
 * The person left a question without answering it. Thrown rather than returned, because it also has to unwind a plugin's
 * generator through its `finally`; the peer turns it back into the answer it is.
 */
export declare class LeftError extends SweatpantsError {
    name: string;
    readonly action: 'decline' | 'cancel';
    constructor(action: 'decline' | 'cancel');
}
/** The result of reading one typed line. */
export type Reading<T> = {
    type: 'valid';
    value: T;
} | {
    type: 'invalid';
    problem: string;
};
/** Asks until the line can be read. `/decline`, `/cancel` and the end of the input leave with a `LeftError`. */
export declare function prompt<T>(terminal: Terminal, text: string, read: (line: string) => Reading<T>, signal?: AbortSignal): Promise<T>;
