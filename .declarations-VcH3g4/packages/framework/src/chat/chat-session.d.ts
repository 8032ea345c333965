import type { Log } from '../log/log.ts';
import { type NewCommand } from './command.ts';
import type { Patch } from './patch.ts';
import type { Sessions } from './sessions.ts';
import type { ChatState } from './state.ts';
/** A session of a chat in this process, as its owner sees it: what a page has over HTTP. */
export interface ChatSession {
    readonly sessionId: string;
    /** Creates the session unless it exists. Rejects with a `CommandError` `not_found` if the id belongs to another principal. */
    create(): Promise<void>;
    /** Resolves to the state now. Rejects with a `CommandError` `not_found` if there is no such session. */
    state(): Promise<ChatState>;
    /**
     * Yields the state now and after every change, until `signal` aborts or the session is deleted. Waits for a session that does not
     * exist yet. A slow reader gets the newest state and not each one in between.
     */
    follow(signal: AbortSignal): AsyncGenerator<ChatState, void, void>;
    /** Resolves to the place of the command in the log once it is stored. Rejects with a `CommandError` if it is refused. */
    command(command: NewCommand): Promise<number>;
    /** Deletes the session with its runs. */
    delete(): Promise<void>;
}
export declare function createChatSession({ sessions, log }: {
    sessions: Sessions;
    log: Pick<Log<Patch>, 'watch'>;
}, sessionId: string, principal: string | undefined): ChatSession;
