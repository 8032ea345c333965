import type { IncomingMessage, ServerResponse } from 'node:http';
import type { MaybePromise } from '../tools/maybe-promise.ts';
/** A listener of `node:http`, which is a middleware of Express too: it calls `next` for what it does not serve. */
export type NodeListener = (request: IncomingMessage, response: ServerResponse, next?: () => void) => void;
export interface ListenerOptions {
    /** Whether a path is served; other requests are left to `next`. Default: every path. */
    serves?: (path: string) => boolean;
    onError: (error: unknown) => void;
}
/** Serves a web-standard handler as a listener of `node:http`. A body that middleware has parsed is accepted. */
export declare function createListener(fetch: (request: Request, env?: unknown) => MaybePromise<Response>, { serves, onError }: ListenerOptions): NodeListener;
/** Returns the path without the query. */
export declare const toPath: ({ url }: IncomingMessage) => string;
