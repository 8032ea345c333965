import type { ChatMessage, ChatState } from '../chat/state.ts';
import type { AgUiEvent } from './event.ts';
/** What a client has been told of a turn. It is told the difference to the state, so a repeated state tells nothing. */
export declare class Told {
    #private;
    /** `known` is the state that the client has already, from a snapshot. */
    constructor(turn: number, known: ChatState | undefined);
    next(state: ChatState): Generator<AgUiEvent>;
    /** Ends what is open: a run that finishes with an open text is refused by clients. */
    close(): Generator<AgUiEvent>;
}
export declare const answersOf: ({ messages }: ChatState, turn: number) => ChatMessage[];
