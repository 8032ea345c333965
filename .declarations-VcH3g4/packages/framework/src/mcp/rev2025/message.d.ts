import type { JSONRPCMessage, JSONRPCRequest } from '@modelcontextprotocol/server';
export type Message = JSONRPCMessage;
export type RequestMessage = JSONRPCRequest;
export type RequestId = string | number;
/** Returns the kind of a JSON-RPC message, or `undefined` for another value. It does not check the params. */
export declare function kindOf(value: unknown): 'request' | 'notification' | 'response' | undefined;
/** Returns the id for an error about this value. */
export declare function idOf(value: unknown): RequestId | null;
/** Whether the params of a request have the form that the SDK requires. The SDK does not answer a request without it. */
export declare function isWellFormed({ params }: RequestMessage): boolean;
