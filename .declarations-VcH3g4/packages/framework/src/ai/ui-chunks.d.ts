import { type AnyMessage, type UiChunk, type UiMessage } from './ui-message.ts';
/** Returns the chunks that bring a page from the message it shows, `was`, to the message as it is. Nothing is said twice. */
export declare function toChunks(was: AnyMessage | undefined, is: UiMessage): UiChunk[];
