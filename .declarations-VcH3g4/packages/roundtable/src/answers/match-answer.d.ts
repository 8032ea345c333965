/** Returns the possible answer that a text gives, ignoring case, quotes and labels; `undefined` if it gives several. */
export declare function matchAnswer(text: string, answers: readonly string[]): string | undefined;
/** Returns the only answer that a text names, or `undefined`. A text with a negation names none, as it may negate the answer. */
export declare function nameOnly(text: string, answers: readonly string[]): string | undefined;
