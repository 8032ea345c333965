import { type JsonRpcError } from '../core/error-reply.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
export type HttpHandle = (exchange: HttpExchange) => void | Promise<void>;
export interface AdapterOptions {
    /** Bytes of one request's body. */
    bodyLimit: number;
    onError: (error: unknown) => void;
}
export declare const tooLarge: (bodyLimit: number) => JsonRpcError;
