/** The kinds of fenced text; only `topic` and `assignment` are instructions. */
export declare const FENCE_KINDS: readonly ['topic', 'assignment', 'voice', 'focus', 'proposition', 'quantity', 'answers', 'proposal', 'statement', 'context', 'count', 'result'];
export type FenceKind = (typeof FENCE_KINDS)[number];
/**
 * Encloses text of others in marks, for one prompt.
 *
 * 1. The text between the marks is unchanged.
 * 2. No text of the prompt contains the code of the marks, in any spelling that could be read as the code.
 * 3. The mark names the speaker, never the text.
 */
export interface Fence {
    readonly code: string;
    /** The topic, which is the task. */
    task(topic: string): string;
    /** Any other text. `about` contains trusted attributes: names and numbers. */
    data(kind: Exclude<FenceKind, 'topic'>, text: string, about?: Readonly<Record<string, string>>): string;
    /** Explains fences to the model. */
    explain(): string;
}
/**
 * Creates a fence whose code is the nonce, or a hash of it if the nonce is not 8 to 16 characters or occurs in a text of the
 * prompt. `texts` is any JSON value that contains all those texts.
 */
export declare function createFence(nonce: string, texts?: unknown): Fence;
