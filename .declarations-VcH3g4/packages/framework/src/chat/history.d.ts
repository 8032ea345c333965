import type { Json } from '../tools/json.ts';
import { type McpMessage, type TextBlock } from '../tools/message.ts';
import type { ChatState } from './state.ts';
/**
 * What the model is told at the beginning of a turn: all earlier turns, and what the person says in this one. Images, sounds and files
 * are references, because an entry of a journal is small; `attach` puts them in.
 */
export declare function toHistory({ messages, toolCalls }: ChatState, turn: number): McpMessage[];
/** Returns messages of `toHistory` with their images, sounds and files. They are the same as long as the messages are in the chat. */
export declare function attach(messages: readonly McpMessage[], state: Pick<ChatState, 'messages'>): McpMessage[];
/** A value as the model is shown it. */
export declare const valueBlocks: (value: Json) => TextBlock[];
