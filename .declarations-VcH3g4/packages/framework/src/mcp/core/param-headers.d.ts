import type { JsonSchema } from '../../tools/schema.ts';
import { ProtocolError } from './errors.ts';
import type { HttpExchange } from './http-exchange.ts';
/** An argument that a client repeats in a header, so that proxies can route by it. */
export interface ParamHeader {
    /** `Mcp-Param-Region`. */
    readonly header: string;
    /** The same in lower case, as headers are looked up. */
    readonly lookup: string;
    readonly path: readonly string[];
}
/** Returns the `x-mcp-header` declarations of a tool's input. Throws a `ToolDefinitionError` for one that clients do not accept. */
export declare function readParamHeaders(tool: string, inputSchema: JsonSchema): readonly ParamHeader[];
/** Throws a `ProtocolError` (-32020) unless each declared argument is repeated in its header. */
export declare function checkParamHeaders(declared: readonly ParamHeader[], args: unknown, exchange: Pick<HttpExchange, 'header'>): void;
/** Returns the headers that a client sends with these arguments. */
export declare function toParamHeaders(declared: readonly ParamHeader[], args: unknown): Record<string, string>;
export declare function headerMismatch(header: string, sent: string | undefined, body: string): ProtocolError;
/** Returns the decoded value of a header, or `undefined` if its encoding is malformed. */
export declare function decodeHeaderValue(value: string): string | undefined;
