import type { Hono } from 'hono';
import type { Chat } from '../chat/create-chat.ts';
import { type RoutesOptions } from '../http/routes.ts';
/** Callers are let in as those of the chat, unless an option says otherwise. */
export interface AgUiRoutesOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins'> {
    /** Where runs are posted. Default `/ag-ui`. */
    path?: string;
    /** Bytes of one request, which has the whole conversation. Default 6 MiB. */
    bodyLimit?: number;
}
/**
 * Serves the sessions of a chat to front ends that speak AG-UI 1.0: a thread is a session, and questions are interrupts. The
 * chat's `auth` names the callers. `POST <path>/<threadId>/abort` stops a turn; a client that only closes its connection does not.
 *
 * ```ts
 * app.route('/', createAgUiRoutes(chat, { path: '/ag-ui' }))
 * ```
 */
export declare function createAgUiRoutes(chat: Pick<Chat, 'open' | 'door'>, options?: AgUiRoutesOptions): Hono;
