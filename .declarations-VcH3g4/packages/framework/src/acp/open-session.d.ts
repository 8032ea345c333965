import type { ChatSession } from '../chat/chat-session.ts';
import type { AcpBlock, AcpEditor } from './protocol.ts';
export interface OpenSessionOptions {
    session: ChatSession;
    editor: AcpEditor;
    canElicit: boolean;
    /** Aborts when the connection closes. */
    signal: AbortSignal;
    onError: (error: unknown) => void;
}
/** Why a prompt ended. */
export type StopReason = 'end_turn' | 'cancelled' | 'max_turn_requests';
/** A session that an editor has open. It is followed as long as the connection is, so what happens outside a prompt is told too. */
export declare class OpenSession {
    #private;
    constructor({ signal, ...options }: OpenSessionOptions);
    /** Resolves once the editor has been told of everything up to now. With `isKnown` it has the history already. */
    start(isKnown: boolean): Promise<void>;
    /** Follows it no more; the session goes on. */
    close(): void;
    /** Sends a message and resolves to why its turn ended. Rejects if the turn failed. */
    prompt(blocks: readonly AcpBlock[]): Promise<StopReason>;
}
