import type { MaybePromise } from '../../tools/maybe-promise.ts';
export interface TracedCall {
    method: string;
    /** Set only for a tool that exists, because an invented name would become the name of a span. */
    tool?: string | undefined;
    /** The protocol version. */
    revision: string;
    requestId?: string | number | undefined;
    principal?: string | undefined;
    /** From the request's `_meta`, for the application's propagator. */
    traceparent?: string | undefined;
    tracestate?: string | undefined;
    /** Tells a call that was cancelled from one that failed. */
    signal?: AbortSignal | undefined;
}
/** Runs a request in a server span, whose parent is the client's span if the request names it. */
export declare function traceCall<T>(call: TracedCall, fn: () => MaybePromise<T>): MaybePromise<T>;
