import type { HttpExchange } from './http-exchange.ts';
export declare const JSON_HEADERS: Readonly<Record<string, string>>;
/** The code of a request that is refused before its message is read; JSON-RPC leaves this code to servers. */
export declare const REFUSED = -32000;
export interface JsonRpcError {
    code: number;
    message: string;
    data?: unknown;
}
export declare const INTERNAL_ERROR: JsonRpcError;
/** Returns what a client is told of an error that is not a `ProtocolError`. */
export declare const toInternalError: (error: unknown) => JsonRpcError;
export declare const toErrorText: (id: string | number | null, { code, message, data }: JsonRpcError) => string;
export declare function replyError(exchange: HttpExchange, status: number, id: string | number | null, error: JsonRpcError, headers?: Readonly<Record<string, string>>): void;
