import type { LimitError } from '../../http/allowance.ts';
import { SweatpantsError } from '../../tools/errors.ts';
/** JSON-RPC and MCP error codes. */
export declare const ErrorCode: {
    readonly parse: -32700;
    readonly invalidRequest: -32600;
    readonly methodNotFound: -32601;
    readonly invalidParams: -32602;
    readonly internal: -32603;
    /** 2026: a header and the body disagree. */
    readonly headerMismatch: -32020;
    /** The client has not declared a capability that the request needs. */
    readonly missingCapability: -32021;
    /** 2026: a protocol version that is not served. */
    readonly unsupportedVersion: -32022;
    /** A limit is reached; `data.limit` says which. An extension of ours. */
    readonly limitReached: -32029;
};
/** An error that is answered as a JSON-RPC error. A tool that throws one fails the request, not just the call. */
export declare class ProtocolError extends SweatpantsError {
    name: string;
    readonly code: number;
    readonly data: unknown;
    constructor(code: number, message: string, data?: unknown);
}
/** Returns the error for a request that needs a capability which its client has not declared, such as `{ elicitation: { form: {} } }`. */
export declare const missingCapability: (what: string, requiredCapabilities: Record<string, unknown>) => ProtocolError;
export declare const missingElicitation: () => ProtocolError;
/** Returns the JSON-RPC error of a limit. */
export declare const limitReached: ({ message, limit }: LimitError) => ProtocolError;
