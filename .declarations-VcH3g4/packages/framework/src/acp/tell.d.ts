import type { ChatState } from '../chat/state.ts';
import type { AcpUpdate } from './protocol.ts';
/** What an editor has been told of a session. It is told the difference to the state. */
export declare class Told {
    #private;
    /** Takes the state for told. */
    skip(state: ChatState): void;
    /** Takes a message of the editor's own for told. */
    skipMessage(messageId: string, texts: readonly string[]): void;
    next(state: ChatState): Generator<AcpUpdate>;
}
