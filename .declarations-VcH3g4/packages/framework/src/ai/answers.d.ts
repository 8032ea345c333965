import type { NewCommand } from '../chat/command.ts';
import type { ChatState } from '../chat/state.ts';
import type { UserContent } from '../chat/user-content.ts';
import { type AnyMessage } from './ui-message.ts';
/**
 * For `sendAutomaticallyWhen` of `useChat`: whether the page has answered something that the server has not taken yet. It sends each
 * answer at once; the predicates of the AI SDK wait until all questions of a step are answered.
 */
export declare function hasAnswers({ messages }: {
    messages: readonly AnyMessage[];
}): boolean;
/** Returns the commands for what was answered in a message and is still open. */
export declare function toAnswers(message: AnyMessage, state: ChatState): NewCommand[];
/** Returns what a message of the user says: its text and its files. Throws a `UiMessageError`. */
export declare function toContent(message: AnyMessage): UserContent;
