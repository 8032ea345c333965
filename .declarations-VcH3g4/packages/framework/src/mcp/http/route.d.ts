import { type AuthOption, type Guarded } from '../../http/auth.ts';
import type { Admitted } from '../core/auth.ts';
import type { HttpExchange } from '../core/http-exchange.ts';
/** Answers one message of 2026-07-28. */
export type Rev2026Handle = (exchange: HttpExchange, message: unknown, caller: Admitted | undefined) => Promise<void>;
/** The revisions with sessions: they take POST, GET and DELETE. */
export interface Rev2025Http {
    /** `message` is the parsed body of a POST. */
    handle(exchange: HttpExchange, caller: Admitted | undefined, message: unknown): void | Promise<void>;
}
export interface HttpRouterOptions {
    rev2026Http: Rev2026Handle;
    /** Called for each request of a client with sessions. */
    rev2025: () => Promise<Rev2025Http>;
    auth?: AuthOption;
    /** Returns what the requests of a message name; scopes are checked before it is answered. */
    guardedBy?: (message: unknown) => readonly Guarded[];
    path?: string;
    allowedHosts?: readonly string[];
    allowedOrigins?: readonly string[];
    onError: (error: unknown) => void;
}
/** Serves both revisions on one URL: checks who calls, and chooses the revision that answers. */
export declare function createHttpRouter({ rev2026Http, rev2025, auth, guardedBy, path, allowedHosts, allowedOrigins, onError, }: HttpRouterOptions): (exchange: HttpExchange) => Promise<void>;
