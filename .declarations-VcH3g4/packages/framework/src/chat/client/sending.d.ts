import type { CommandOf } from '../command.ts';
import type { ChatState } from '../state.ts';
import type { UserContent } from '../user-content.ts';
/** A message that was sent and is not in the log yet. */
export interface SendingMessage {
    /** The message in the log that replaces this one has the same. */
    commandId: string;
    content: UserContent;
    timestamp: number;
    model?: string;
    persona?: string;
    /** The place of the message in the log, once the server has accepted it. */
    lsn?: number;
}
/** The messages that a page shows while the log does not have them yet. */
export declare class Sending {
    messages: readonly SendingMessage[];
    add({ commandId, content, model, persona }: CommandOf<'send'>, timestamp: number): void;
    accept(commandId: string, lsn: number): void;
    remove(commandId: string): void;
    /** Removes the messages that the state includes. */
    settle({ lsn, messages }: ChatState): void;
}
