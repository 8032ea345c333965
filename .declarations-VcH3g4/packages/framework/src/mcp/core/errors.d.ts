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
    /** 2025: the person has to open pages first. */
    readonly urlElicitationRequired: -32042;
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
/** Returns the error for a client that cannot be asked a question: with a form, or to open the page at `url`. */
export declare const missingElicitation: ({ url }?: {
    url?: unknown;
}) => ProtocolError;
/** A page that the person has to open. */
export interface RequiredPage {
    message: string;
    url: string;
}
/**
 * Thrown by `read` of a resource that cannot be read before the person has opened a page, such as that of a sign-in. The client
 * sends the person there and reads again. A tool asks with `ctx.elicit` instead.
 */
export declare class UrlElicitationRequiredError extends ProtocolError {
    name: string;
    readonly pages: readonly RequiredPage[];
    constructor(pages: readonly RequiredPage[]);
}
/** Returns the JSON-RPC error of a limit. */
export declare const limitReached: ({ message, limit }: LimitError) => ProtocolError;
