import { SweatpantsError } from '../tools/errors.ts';
/** The script and the tool do not fit: something was asked that the script does not answer, or was never asked. */
export declare class ScriptError extends SweatpantsError {
    name: string;
    /** What the script still had: `1 answer to "confirm"`, `2 samples`, `step "book"`. */
    readonly left: readonly string[];
    constructor(problem: string, left: readonly string[]);
}
