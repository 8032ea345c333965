import { type Log } from '../log/log.ts';
import type { States } from '../log/states.ts';
import type { SessionSummary } from './client/session-list.ts';
import { type Command } from './command.ts';
import { type DecideOptions } from './decide.ts';
import type { ChatCapabilities, Patch } from './patch.ts';
import type { ChatState } from './state.ts';
export interface SessionsOptions extends Omit<DecideOptions, 'now'> {
    log: Log<Patch>;
    states: States<ChatState, Patch>;
    capabilities: () => ChatCapabilities;
    /** Sessions that one principal may have. */
    sessionLimit: number;
    /** Called when a command was appended and a driver is needed. */
    onDue: (sessionId: string) => void;
    now?: () => number;
}
/** The sessions of a chat server, as clients see them. Drivers act on what is appended here. */
export declare class Sessions {
    #private;
    constructor(options: SessionsOptions);
    /** Creates a session. With an id from the caller it is created once, however often it is called. */
    create(principal: string | undefined, sessionId?: string): Promise<string>;
    list(principal: string | undefined): Promise<SessionSummary[]>;
    /** Throws unless the session is the principal's; the session of another principal looks as if it did not exist. */
    refuseForeign(sessionId: string, principal: string | undefined): Promise<void>;
    read(sessionId: string): Promise<ChatState>;
    delete(sessionId: string): Promise<void>;
    /** Resolves to the place of the command's own patch once it is stored; a repeated command resolves to the same place. */
    command(sessionId: string, command: Command): Promise<number>;
}
