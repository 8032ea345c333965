/**
 * Returns a text that cannot control a terminal: without control sequences and their arguments, without other control
 * characters except line breaks and tabs, and without marks that change the direction of the text. Each character is looked
 * at once; a sequence that does not end takes the rest of its line.
 */
export declare function toPrintable(text: string): string;
