import { type Listening, type ListenOptions } from '../http/listen.ts';
import { type NodeListener } from '../http/listener.ts';
import { type AppOptions, type AppParts } from './open-app.ts';
/** A chat, an MCP server and an inbox on one store, with one sign-in. */
export interface App extends AsyncDisposable {
    /** For any web-standard server: Workers, Bun and Deno serve the app itself, a Next.js route exports it as its methods. */
    fetch(request: Request, env?: unknown): Promise<Response>;
    /** For `node:http` and Express: `server.use(app.listener)`. It calls `next` for paths that are not the app's. */
    readonly listener: NodeListener;
    /** Starts an HTTP server, on the loopback unless `host` names another address. */
    listen(options?: ListenOptions): Promise<Listening>;
    /** Opens the store and takes up unfinished work. The first request and `listen` do it too. */
    start(): Promise<AppParts>;
    /** Ends requests, leaves every run where it is, and closes the store. */
    close(): Promise<void>;
}
/**
 * Creates an app that owns its store. Nothing is opened before the first request.
 *
 * ```ts
 * const app = createApp({ name: 'travel', version: '1.0.0', store: () => createSqliteStore('app.db'), tools: [bookFlight], chat: true })
 * await app.listen({ port: 3000 })     // /api/chat, /mcp, /api/inbox and /healthz
 * ```
 */
export declare function createApp(options: AppOptions): App;
