import { RefusedError } from '../../log/client/client-errors.ts';
import { type ConnectionStatus } from '../../log/client/connection.ts';
import type { Requests } from '../../log/client/requests.ts';
import type { ElicitAnswer } from '../../tools/elicit.ts';
import type { NewCommand } from '../command.ts';
import { type ChatState } from '../state.ts';
import { type FindHandler } from './elicit-handlers.ts';
import { type SendingMessage } from './sending.ts';
import type { ToolEmissionTrackingState } from './tool-emission.ts';
/** The result of a command. `late`: what the command is about has ended, as the state shows or soon will. */
export type CommandOutcome = {
    type: 'taken';
    lsn: number;
} | {
    type: 'late';
    code: string;
};
export interface ConversationOptions {
    requests: Requests;
    random: () => number;
    /** Without it, the first message creates the session. */
    sessionId: string | undefined;
    /** The session may not exist yet: the first command creates it, and following waits until then. */
    createIfMissing: boolean;
    findHandler: FindHandler;
    /** A hidden page keeps its state and connects again when it is visible. */
    isHidden: () => boolean;
    onCreate: (sessionId: string) => void;
    onChange: () => void;
    onError: (error: unknown) => void;
}
/** A session in a client: its state so far, and the commands that the client still delivers. */
export declare class Conversation {
    #private;
    sessionId: string | undefined;
    state: ChatState;
    status: ConnectionStatus;
    /** Why the server refused the connection. */
    refusal: RefusedError | undefined;
    constructor(options: ConversationOptions);
    get emissions(): readonly ToolEmissionTrackingState[];
    get sending(): readonly SendingMessage[];
    /** Whether every command has its reply. */
    get isIdle(): boolean;
    follow(): void;
    /** Stops following. The commands are still delivered. */
    leave(): void;
    close(): void;
    pause(): void;
    resume(): void;
    hurry(): void;
    /** The plugins or the headers may have changed. */
    refresh(): Promise<void>;
    /** Creates the session on the server, unless it exists. */
    create(signal: AbortSignal): Promise<string>;
    command(bare: NewCommand): Promise<CommandOutcome>;
    /** Answers a question as it is shown now: the answer is refused if the question has changed on the server. */
    answer(callId: string, elicitId: string, result: ElicitAnswer): Promise<CommandOutcome>;
    respond(callId: string, emissionId: string, response: unknown): void;
}
/** `randomUUID` exists only in pages that were loaded over HTTPS or from the loopback. */
export declare function createId(): string;
