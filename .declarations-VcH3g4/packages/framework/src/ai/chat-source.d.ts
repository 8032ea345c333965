import type { ChatSession } from '../chat/chat-session.ts';
import type { ChatClient } from '../chat/client/client.ts';
import type { NewCommand } from '../chat/command.ts';
import type { ChatState } from '../chat/state.ts';
/** A session as a transport uses it: over HTTP in a page, or in the process of the server. */
export interface ChatSource {
    /** Resolves to the newest state that is known, or to `undefined` if the session does not exist yet. */
    state(): Promise<ChatState | undefined>;
    /** Yields the newest state after each change, until `signal` aborts. */
    follow(signal: AbortSignal): AsyncGenerator<ChatState, void, void>;
    /** Resolves to the place of the command in the log, or to 0 if what it is about has ended. Creates the session if it is missing. */
    command(command: NewCommand): Promise<number>;
}
/** The client retries while the server cannot be reached. */
export declare function fromClient(client: ChatClient): ChatSource;
export declare function fromSession(session: ChatSession): ChatSource;
/** The code of a refusal; empty for any other error. */
export declare function codeOf(error: unknown): string;
