import type { Clock } from '../../tools/clock.ts';
export type RequestHeaders = Readonly<Record<string, string>>;
export interface RequestOptions {
    /** Where it is served; `/api/…` is added. Default: where the page is. */
    baseUrl?: string | undefined;
    fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
    /** Sent with every request; a function when they change, as a token does. */
    headers?: RequestHeaders | (() => RequestHeaders | Promise<RequestHeaders>) | undefined;
}
/** An HTTP interface of ours, as a client calls it. Throws a `RefusedError` or an `UnreachableError`. */
export declare class Requests {
    #private;
    readonly clock: Clock;
    /** `root`: the path that all others are below. */
    constructor(root: string, options: () => RequestOptions, clock: Clock);
    urlOf(path: string): string;
    /** Whether what is sent now is what was refused the last time. */
    wouldRepeat(): Promise<boolean>;
    /** The JSON of the answer; nothing when it has none. */
    json(method: string, path: string, signal: AbortSignal, body?: string): Promise<unknown>;
    /** The bytes of an event stream, until `signal` aborts. */
    stream(path: string, signal: AbortSignal, headers: RequestHeaders): Promise<ReadableStream<Uint8Array>>;
}
