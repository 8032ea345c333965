import type { Hono } from 'hono';
import type { Chat } from '../chat/create-chat.ts';
import { type RoutesOptions } from '../http/routes.ts';
/** Callers are let in as those of the chat, unless an option says otherwise. */
export interface AiRoutesOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins'> {
    /** Where the endpoint is: the `api` of the page's `DefaultChatTransport`. Default `/api/ai`. */
    path?: string;
    /** The major version of `ai` in the pages. Before 7 a page cannot take back the text of a server that died. Default 7. */
    version?: 5 | 6 | 7;
    /** Bytes of one request, which has all messages of the chat. Default 16 MiB. */
    bodyLimit?: number;
    /** Called with everything that goes wrong and is not the caller's mistake. Default: that of the chat. */
    onError?: (error: unknown) => void;
}
/**
 * Serves a chat to pages that use `DefaultChatTransport` of AI SDK UI, without any code of ours in the page. The chat's `auth`
 * names the callers. `GET <path>/<id>` returns the messages of a chat.
 *
 * ```ts
 * app.route('/', createAiRoutes(chat))
 * ```
 */
export declare function createAiRoutes(chat: Pick<Chat, 'open' | 'door'>, options?: AiRoutesOptions): Hono;
