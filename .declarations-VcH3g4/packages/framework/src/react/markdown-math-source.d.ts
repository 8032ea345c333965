import type { TokenizerExtension, Tokens } from 'marked';
export interface MathToken extends Tokens.Generic {
    /** With its dollars on separate lines. */
    text: string;
    closed: boolean;
}
/** A display formula, for the lexer that splits a text into blocks. */
export declare const mathBlock: TokenizerExtension;
/**
 * Returns the prose with each formula in dollars and all other dollars escaped, or `undefined` if it has no formula. As in
 * Pandoc, there is no space inside the dollars and no digit after them: "from $5 to $10" is an amount of money.
 */
export declare function toDollars(text: string): string | undefined;
