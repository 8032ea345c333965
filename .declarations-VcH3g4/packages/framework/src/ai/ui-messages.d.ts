import type { ChatState } from '../chat/state.ts';
import type { UiMessage } from './ui-message.ts';
/** The message of the assistant that shows a turn. */
export declare const toTurnId: (turn: number) => string;
/**
 * Returns a conversation as AI SDK UI shows it: one message of the assistant per turn, with one step per answer of the model. A question
 * of a tool is a part `tool-<tool>.<key>`; the page answers it with `addToolOutput`.
 *
 * `M` is the `UIMessage` of the page's version.
 */
export declare function toUIMessages<M = UiMessage>(state: ChatState): M[];
