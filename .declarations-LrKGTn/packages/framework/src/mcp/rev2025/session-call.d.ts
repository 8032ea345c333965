import type { RequestOptions, Server, StandardSchemaV1 } from '@modelcontextprotocol/server';
import type { LogLevel } from '../../tools/effects/emit.ts';
import type { InputRequest } from '../core/input-request.ts';
import type { RequestId, RequestMessage } from './message.ts';
import type { SessionTransport } from './session.ts';
/** A request that is being answered: sends notifications and questions on its own stream. */
export declare class SessionCall {
    #private;
    readonly id: RequestId;
    readonly _meta: NonNullable<RequestMessage['params']>['_meta'];
    constructor({ id, params }: RequestMessage, server: Server, transport: SessionTransport, wants: (level: LogLevel) => boolean);
    get signal(): AbortSignal;
    /** Whether the client has cancelled it. */
    get cancelled(): boolean;
    cancel(reason?: unknown): void;
    send<T>(request: InputRequest, schema: StandardSchemaV1<unknown, T>, options: RequestOptions): Promise<T>;
    notify(notification: {
        method: string;
        params: Record<string, unknown>;
    }): Promise<void>;
    log(level: LogLevel, data: unknown): Promise<void>;
}
