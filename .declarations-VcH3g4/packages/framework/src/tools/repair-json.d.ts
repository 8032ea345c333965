/**
 * Returns the data in a text that should be JSON: bare, in a fence, after a sentence, truncated or slightly wrong. Returns
 * `undefined` if there is none, or if it is nested deeper than 256 levels. The work is linear in the text.
 */
export declare function repairJson(text: string): unknown;
