import type { Hono } from 'hono';
import { type RoutesOptions } from '../http/routes.ts';
import { type Log } from '../log/log.ts';
import type { HostedView } from '../tools/hosted-app.ts';
import type { Patch } from './patch.ts';
import type { ShownView } from './read-view.ts';
import type { Sessions } from './sessions.ts';
import type { ChatState } from './state.ts';
export interface ChatRoutesOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'onError'> {
    sessions: Sessions;
    log: Log<Patch>;
    /** Returns large data of a result, as base64; without it there is none. */
    readAttachment?: (sessionId: string, digest: string) => Promise<string | undefined>;
    /** Resolves to the view of a call, or of one of its questions; without it there are none. */
    readView?: (state: ChatState, shown: ShownView) => Promise<HostedView>;
    limits?: Partial<ChatRoutesLimits>;
    /** Milliseconds between two heartbeats on a silent event stream. Default 15 seconds. */
    heartbeat?: number;
    /** Ends all event streams when it aborts, because the server is shutting down. */
    signal?: AbortSignal;
}
export interface ChatRoutesLimits {
    /** Bytes of one request. Default 6 MiB. */
    body: number;
    /** Event streams that are open at once. Default 10,000. */
    streams: number;
    /** Event streams of one principal that are open at once. Default 100. */
    streamsPerPrincipal: number;
}
/** The HTTP interface of chats, below `/api/chat`. */
export declare function createChatRoutes(options: ChatRoutesOptions): Hono;
