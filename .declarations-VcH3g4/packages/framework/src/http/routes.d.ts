import { Hono } from 'hono';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import { type AuthOption } from './auth.ts';
import { type DoorOptions } from './door.ts';
import { HttpError } from './http-error.ts';
export interface RoutesOptions extends DoorOptions {
    /** Names the caller of a request; without it every request has the same principal, `undefined`. */
    auth?: AuthOption | undefined;
    /** Answers every other path below it with 404 `no_such_route`: `/api/chat/*`. Default: such requests are left to the application. */
    below?: string;
    /** Bytes of one request's body. */
    bodyLimit: number;
    /** Replies to `GET /healthz`, which a load balancer requests by any host name and without credentials. */
    health?: (() => Promise<Response>) | undefined;
    /** Returns what the client is told of an error that is not an `HttpError`; `undefined` makes it a failure of the server. */
    translate?: (error: unknown) => HttpError | undefined;
    onError: (error: unknown) => void;
}
/** A request that was let in. */
export interface RouteRequest {
    readonly request: Request;
    readonly principal: string | undefined;
    /** The value of a `:name` segment of the path. */
    param(name: string): string;
    query(name: string): string | undefined;
    /** Returns the JSON of the body, or `undefined` when it is empty. */
    json(): Promise<unknown>;
    text(): Promise<string>;
}
export type RouteHandler = (request: RouteRequest) => MaybePromise<Response>;
/** Handlers by path, then by method. */
export type RouteTable = Readonly<Record<string, Readonly<Record<string, RouteHandler>>>>;
/**
 * Serves a table of handlers: checks host, origin, method and content type, authenticates, limits bodies and turns
 * errors into responses. Mounted in an application with `app.route('/', routes)`, or served through its `fetch`.
 */
export declare function createRoutes(table: RouteTable, options: RoutesOptions): Hono;
/** Returns the place after which an event stream goes on: `Last-Event-ID` of a broken connection, else `?after=`. */
export declare function readPlace(request: Request, head: number): number;
