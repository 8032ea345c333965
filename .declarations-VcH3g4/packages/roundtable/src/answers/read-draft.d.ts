/** Returns the readable part of a statement that is still being written, or `undefined`. Ballots and other texts have none. */
export declare function readDraft(text: string): string | undefined;
