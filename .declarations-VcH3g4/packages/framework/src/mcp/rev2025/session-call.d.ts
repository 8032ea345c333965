import type { LogLevel } from '../../tools/effects/emit.ts';
import type { InputRequest } from '../core/input-request.ts';
import type { RequestId, RequestMessage } from './message.ts';
import type { Questions } from './questions.ts';
import type { SessionTransport } from './session.ts';
/** A request that is being answered: sends notifications and questions on its own stream. */
export declare class SessionCall {
    #private;
    readonly id: RequestId;
    readonly _meta: NonNullable<RequestMessage['params']>['_meta'];
    readonly request: RequestMessage;
    /** The run that goes on with it, if an earlier process began it. */
    readonly restoredRun: string | undefined;
    /** Lets go of the run if it only waits for the client, or in any case, so that another process goes on with it. Set once it is stored. */
    leave: ((isForced: boolean) => void) | undefined;
    /** The last progress that the client was told. */
    progress: number | undefined;
    constructor(request: RequestMessage, questions: Questions, transport: SessionTransport, wants: (level: LogLevel) => boolean, restoredRun?: string);
    get signal(): AbortSignal;
    /** Whether the client has cancelled it. */
    get cancelled(): boolean;
    /** Resolves when the request needs nothing more. */
    get over(): Promise<void>;
    end(): void;
    cancel(reason?: unknown): void;
    /** The client is gone: the call ends as if it were cancelled, unless it is stored. */
    close(): void;
    get isClosed(): boolean;
    /** Asks the client; resolves to its answer, which is not checked. */
    ask(request: InputRequest, options: {
        id?: string;
        signal: AbortSignal;
    }): Promise<unknown>;
    /** From now on what is sent for the request is stored. */
    keep(runId: string): Promise<void>;
    notify(notification: {
        method: string;
        params: Record<string, unknown>;
    }): Promise<void>;
    log(level: LogLevel, data: unknown): Promise<void>;
}
