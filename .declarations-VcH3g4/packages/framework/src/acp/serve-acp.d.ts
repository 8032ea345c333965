import type { Chat } from '../chat/create-chat.ts';
import type { AcpApp } from './protocol.ts';
export interface AcpOptions {
    /** Who uses the editor: sessions belong to this principal. */
    principal?: string;
    /** How the agent introduces itself. Default `sweatpants`. */
    name?: string;
    version?: string;
}
/**
 * Serves the sessions of a chat to an editor that speaks the Agent Client Protocol. `app` is `agent()` of
 * `@agentclientprotocol/sdk`, one for each connection; it is returned with its handlers.
 *
 * ```ts
 * const stream = ndJsonStream(Writable.toWeb(process.stdout), Readable.toWeb(process.stdin))
 * serveAcp(agent(), chat).connect(stream)
 * ```
 */
export declare function serveAcp<App extends AcpApp>(app: App, chat: Pick<Chat, 'open' | 'list' | 'door'>, options?: AcpOptions): App;
