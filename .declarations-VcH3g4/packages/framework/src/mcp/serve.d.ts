import { type NodeListener } from '../http/listener.ts';
import { type Offer } from './core/catalog.ts';
import { type ServeOptions } from './serve-options.ts';
/** A server of tools over MCP, with both revisions on one URL and one pipe. */
export interface McpServer {
    /** For any web-standard server. `env` is what Hono passes on: on `node:http` it has the request of Node. */
    fetch(request: Request, env?: unknown): Promise<Response>;
    /** For `node:http` and Express: `app.use(server.listener)`. */
    readonly listener: NodeListener;
    /**
     * Takes up the calls and tasks that other processes have left in the store. `listen`, `stdio` and the first request do so too;
     * call it where the server is mounted and may get no request for a while.
     */
    start(): void;
    /** Starts an HTTP server, on the loopback unless `host` names another address. */
    listen(options?: {
        port?: number;
        host?: string;
    }): Promise<{
        url: string;
        close(): Promise<void>;
    }>;
    stdio(streams?: {
        input?: NodeJS.ReadableStream;
        output?: NodeJS.WritableStream;
    }): {
        closed: Promise<void>;
        close(): void;
    };
    /** Notifies clients of a change. */
    readonly notify: {
        toolsChanged(): void;
        promptsChanged(): void;
        resourcesChanged(): void;
        resourceUpdated(uri: string): void;
    };
    /** Replaces the offer and notifies clients. */
    replace(offer: Offer): void;
    /** Closes the open response streams of 2025 sessions, not their calls: clients resume for the rest. */
    dropStreams(): void;
    /** Lets calls end between two steps, and stops. Does not close the store. */
    close(): Promise<void>;
}
/** Serves tools, prompts and resources: `listen` for HTTP, `stdio` for a pipe, `fetch` and `listener` to mount it elsewhere. */
export declare function serveMcp(options: ServeOptions): McpServer;
