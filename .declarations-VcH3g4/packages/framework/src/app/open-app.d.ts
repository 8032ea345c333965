import { Hono } from 'hono';
import type { Chat, ChatOptions } from '../chat/create-chat.ts';
import { type AuthOption } from '../http/auth.ts';
import { type Inbox, type InboxOptions } from '../inbox/create-inbox.ts';
import type { Store } from '../log/log.ts';
import { type McpServer } from '../mcp/serve.ts';
import type { ServeOptions } from '../mcp/serve-options.ts';
import type { Model } from '../models/model.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { McpTool } from '../tools/tool.ts';
/** What an app says once for all of its parts. */
type Shared = 'name' | 'version' | 'store' | 'auth' | 'keys' | 'inbox' | 'allowedHosts' | 'allowedOrigins' | 'onError';
export interface AppOptions {
    name: string;
    version: string;
    /** Where everything is stored, or a function that opens it with the first request. In memory when absent. The app closes it. */
    store?: Store | (() => MaybePromise<Store>);
    /** The tools of the chat, of the MCP server, which may each name others, and of the schedules in the store. */
    tools?: readonly McpTool[];
    /** The models of the chat; the first one also answers samples of MCP clients that have none. Default: what `resolveModel()` finds, for a chat. */
    models?: readonly (string | Model)[];
    /** Names the caller of a request, on every route; without it every caller is the same one. */
    auth?: AuthOption | undefined;
    /** Returns the names that a principal answers to. Default: `user:<principal>`. */
    audience?: InboxOptions['audience'];
    /** Returns whether a principal is an operator, who sees and mends all runs at `/api/runs`. Without it there are no such routes. */
    operators?: (principal: string) => MaybePromise<boolean>;
    /** Secrets that seal states and links, newest first; see `readKeys`. Without them, both end with the process. */
    keys?: readonly string[] | undefined;
    /** The public address of the app, for links and signals. Default: where it listens. */
    baseUrl?: string;
    /** Host names to accept. Default: the loopback names. */
    allowedHosts?: readonly string[];
    /** Host names of other origins whose pages may call. Default: none. */
    allowedOrigins?: readonly string[];
    /** Serves the chat at `/api/chat`. Default: false. */
    chat?: boolean | Omit<Partial<ChatOptions>, Shared | 'models'>;
    /** Serves MCP, at `/mcp` unless `path` says otherwise. Default: true. */
    mcp?: boolean | Omit<Partial<ServeOptions>, Shared | 'model'>;
    /** More about the inbox, at `/api/inbox`, `/api/signals` and `/q`: how people learn of questions, limits. */
    inbox?: Omit<InboxOptions, Shared | 'audience' | 'baseUrl'>;
    /** Answers every other path: pages, routes of your own. Default: 404. */
    fallback?: (request: Request, env?: unknown) => MaybePromise<Response>;
    /** What else uses the store: closed one after the other, after the chat and the MCP server and before the store. */
    parts?: readonly {
        close(): MaybePromise<void>;
    }[];
    /** Milliseconds after which a process without a heartbeat counts as dead. Default 10 seconds. */
    leaseTtl?: number;
    /** Receives every error that is not the caller's mistake. Default: standard error. */
    onError?: (error: unknown) => void;
}
/** What an app has opened. */
export interface AppParts {
    readonly store: Store;
    readonly inbox: Inbox;
    readonly chat?: Chat;
    readonly mcp?: McpServer;
}
export declare const WELL_KNOWN = "/.well-known/oauth-protected-resource";
export interface Opened extends AppParts {
    readonly routes: Hono;
    readonly schedules?: {
        close(): Promise<void>;
    };
}
/** What an app that is opened learns from its owner. */
interface Surroundings {
    mcpPath: string;
    /** Returns where the app listens. */
    url(): string | undefined;
    isDraining(): boolean;
}
/** Opens the store and everything on it. Closes what it has opened if one of them fails. */
export declare function openApp(options: AppOptions, { mcpPath, url, isDraining }: Surroundings): Promise<Opened>;
export {};
