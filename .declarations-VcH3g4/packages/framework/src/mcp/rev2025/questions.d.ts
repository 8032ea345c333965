import type { InputRequest } from '../core/input-request.ts';
import { type Message } from './message.ts';
/**
 * Returns the JSON-RPC id of a question. It is the same in every process that goes on with the run, so that the answer finds
 * its question after a restart.
 */
export declare const toQuestionId: (runId: string, { id, attempt }: {
    id: string;
    attempt: number;
}) => string;
/** The requests of the server to the client of a session. */
export declare class Questions {
    #private;
    /** From now on questions stay open at the client: another process takes the answers. */
    leave(): void;
    /** Resolves to the client's result. `send` takes the request, and the notification that withdraws it when `signal` aborts. */
    ask(request: InputRequest, { id, signal, send }: AskOptions): Promise<unknown>;
    /** Takes a response of the client; returns false for one to no question of this server. Keeps one whose question is still to be asked. */
    take(message: Message): boolean;
    /** The client is gone. */
    close(): void;
}
interface AskOptions {
    /** Random when absent. */
    id?: string | undefined;
    signal: AbortSignal;
    send: (message: Message) => Promise<void>;
}
export {};
