/** Names by which only this machine can be meant. */
export declare const LOOPBACK_NAMES: readonly string[];
export interface GuardOptions {
    /** Host names that may be asked for, at any port. Default: the loopback names. */
    allowedHosts?: readonly string[];
    /** Host names of origins whose pages may call, at any port. Default: the loopback names. */
    allowedOrigins?: readonly string[];
    methods: readonly string[];
    /** What a POST may bring. Default: JSON alone, which a page of another origin cannot send without asking first. */
    contentType?: string;
}
/** What is looked at of a request. */
export interface RequestHead {
    readonly method: string;
    /** By lower-case name. */
    header(name: string): string | undefined;
}
/** Why a request goes no further. */
export interface Refusal {
    status: 403 | 405 | 415;
    code: 'host_refused' | 'origin_refused' | 'method_not_allowed' | 'unsupported_media_type';
    message: string;
    headers?: Readonly<Record<string, string>>;
}
/**
 * What every HTTP surface checks before anything else: that a foreign page cannot reach it, by a name that it made
 * point here (Host) or across origins (Origin, content type). Nothing when the request may go on.
 */
export declare function createGuard({ allowedHosts, allowedOrigins, methods, contentType, }: GuardOptions): (request: RequestHead) => Refusal | undefined;
/** Whether an `Origin` is that of a page of one of these host names, at any port. */
export declare function createOriginCheck(names: readonly string[]): (origin: string) => boolean;
