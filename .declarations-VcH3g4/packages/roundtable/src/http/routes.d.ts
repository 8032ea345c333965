import { type RoutesOptions } from '@sweatpants/framework/http';
import type { Hono } from 'hono';
import type { Roundtable } from '../debate/roundtable.ts';
export interface RoundtableRoutesOptions extends Partial<Omit<RoutesOptions, 'bodyLimit' | 'translate'>> {
    limits?: Partial<RoundtableRoutesLimits>;
    /** Milliseconds between two heartbeats on a silent event stream. Default 15 seconds. */
    heartbeat?: number;
    /** Ends all event streams when it aborts, because the server is shutting down. */
    signal?: AbortSignal;
}
export interface RoundtableRoutesLimits {
    /** Bytes of one request. Default 16 MiB, which holds as much context as one request may answer. */
    body: number;
    /** Event streams that are open at once. Default 1,000. */
    streams: number;
    /** Event streams of one principal that are open at once. Default 100. */
    streamsPerPrincipal: number;
}
/**
 * The HTTP interface of debates, mounted with `app.route('/api/roundtable', routes)`. A round that is begun here goes on
 * without a listener; its session's events tell what happens.
 */
export declare function createRoundtableRoutes(roundtable: Roundtable, options?: RoundtableRoutesOptions): Hono;
