import type { ClientCapabilities } from '../core/client-capabilities.ts';
/** The part of `_meta` that every request of this revision has. */
export interface Envelope {
    readonly version: string;
    readonly capabilities: ClientCapabilities;
    /** The lowest level of log messages that the client receives; none when absent. */
    readonly logLevel: string | undefined;
    readonly progressToken: string | number | undefined;
    readonly traceparent: string | undefined;
    readonly tracestate: string | undefined;
    /** Names a first request, so that the server recognizes it when it is sent again. */
    readonly idempotencyKey: string | undefined;
}
/** The `_meta` keys of this revision. */
export declare const META: {
    readonly protocolVersion: "io.modelcontextprotocol/protocolVersion";
    readonly clientInfo: "io.modelcontextprotocol/clientInfo";
    readonly clientCapabilities: "io.modelcontextprotocol/clientCapabilities";
    readonly logLevel: "io.modelcontextprotocol/logLevel";
    readonly serverInfo: "io.modelcontextprotocol/serverInfo";
    readonly subscriptionId: "io.modelcontextprotocol/subscriptionId";
};
/** Reads the envelope in a request's `_meta`. Checked by hand, because every request passes here. Throws a `ProtocolError`. */
export declare function readEnvelope(params: unknown): Envelope;
