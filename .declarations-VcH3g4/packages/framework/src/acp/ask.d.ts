import type { ChatSession } from '../chat/chat-session.ts';
import type { ChatState } from '../chat/state.ts';
import type { AcpEditor } from './protocol.ts';
export interface AskingOptions {
    session: ChatSession;
    editor: AcpEditor;
    /** Whether the editor shows forms. */
    canElicit: boolean;
    /** Tells the person something that no update says. */
    say(text: string): void;
}
/** Asks the editor what is open in a session, and withdraws what is not open any more. */
export declare class Asking {
    #private;
    constructor(options: AskingOptions);
    look(state: ChatState): void;
    /** Withdraws everything. */
    close(): void;
}
