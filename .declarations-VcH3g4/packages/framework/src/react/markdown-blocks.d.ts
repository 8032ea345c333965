/** A part of a text that is parsed separately. */
export interface MarkdownBlock {
    text: string;
    /** The link definitions that the block uses, from anywhere in the text. */
    definitions: string;
    type: 'prose' | 'code' | 'math' | 'unclosed_math' | 'plain';
}
/** Splits a text into its top-level blocks. Appending text changes only the last block. */
export declare function toBlocks(written: string): MarkdownBlock[];
/** Escapes the markers that would exceed the limit, so that they are shown as text. */
export declare const limitNesting: (text: string) => string;
/** Whether a block has so many markers that its source is shown instead. */
export declare function isTangled(text: string): boolean;
