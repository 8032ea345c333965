import type { ChatSession } from '../chat/chat-session.ts';
import type { AgUiEvent } from './event.ts';
import type { RunInput } from './input.ts';
/**
 * Plays one run of AG-UI: takes the new message or the answers of the client, and tells what happens until the turn is over or
 * waits for this person. A run without either tells what is there, which is how a page that was reloaded comes back. A turn does
 * not end because its client leaves.
 */
export declare function playRun(session: ChatSession, input: RunInput, { signal, onError }: {
    signal: AbortSignal;
    onError: (error: unknown) => void;
}): AsyncGenerator<AgUiEvent>;
