/** A text that can be enclosed, in full or shortened. */
export interface Piece {
    text: string;
    enclose(text: string): string;
}
export interface Fitted {
    /** In their order; `undefined` if there was no room. */
    texts: (string | undefined)[];
    leftOut: number;
}
export declare const roomOf: (tokens: number) => number;
/**
 * Keeps the pieces for which there is room, the last ones first. Keeps or drops them whole, except that a piece is shortened
 * if it would take more than half of the room, or is the only one and too long.
 */
export declare function fit(pieces: readonly Piece[], room: number): Fitted;
/** The beginning of a text, with a note of how much is missing. */
export declare function shorten(text: string, length: number): string;
export declare const leftOutLine: (count: number, what: string) => string;
