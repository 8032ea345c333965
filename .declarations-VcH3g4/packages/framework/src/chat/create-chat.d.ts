import type { Hono } from 'hono';
import { type Listening, type ListenOptions } from '../http/listen.ts';
import { type NodeListener } from '../http/listener.ts';
import type { Inbox } from '../inbox/create-inbox.ts';
import type { Log, Store } from '../log/log.ts';
import { States } from '../log/states.ts';
import type { BudgetLimits } from '../models/budget.ts';
import type { Model } from '../models/model.ts';
import type { McpTool } from '../tools/tool.ts';
import { type ChatSession } from './chat-session.ts';
import type { SessionSummary } from './client/session-list.ts';
import type { Patch } from './patch.ts';
import { type ChatRoutesLimits, type ChatRoutesOptions } from './routes.ts';
import { type ChatState } from './state.ts';
/** Who the model is to be. */
export interface Persona {
    systemPrompt: string;
}
export interface ChatLimits extends ChatRoutesLimits {
    /** Sessions of one principal. Default 1,000. */
    sessions: number;
    /** Characters of one message. Default 100,000. */
    message: number;
    /** Bytes of the images, sounds and files of one message. Default 4 MiB; `body` must have room for them as base64. */
    attachments: number;
    /** How often the model may be asked in one turn. Default 16. */
    steps: number;
}
type FromRoutes = Pick<ChatRoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'heartbeat'>;
export interface ChatOptions extends FromRoutes {
    store: Store;
    /** The tools that a model may call; a function when they change, as those of a server that is hosted do. */
    tools?: readonly McpTool[] | (() => readonly McpTool[]);
    /** The models that a session may choose from; the first is its model until it chooses. Default: what `resolveModel()` finds. */
    models?: readonly (string | Model)[];
    personas?: Readonly<Record<string, Persona>>;
    /** The persona of a session until it chooses one. Default: none. */
    defaultPersona?: string;
    /** Where other people answer the questions of tools; it gives signals their URLs. */
    inbox?: Pick<Inbox, 'toSignalUrl'>;
    /** What one session may use. */
    budget?: BudgetLimits;
    limits?: Partial<ChatLimits>;
    /** Milliseconds that a session which waits stays in memory. Default 1 minute. */
    idle?: number;
    /** Milliseconds after which a node that was not heard of counts as dead. Default 10 seconds. */
    leaseTtl?: number;
    /** Called with every error that the caller did not cause. Default: prints it to standard error. */
    onError?: (error: unknown) => void;
}
/** A chat server: HTTP for clients, and a node that drives their sessions. */
export interface Chat extends AsyncDisposable {
    /** To mount in an application. */
    readonly routes: Hono;
    fetch(request: Request, env?: unknown): Response | Promise<Response>;
    /** For `node:http` and Express: `app.use(chat.listener)`. */
    readonly listener: NodeListener;
    /** How requests are let in, for routes that serve the same sessions by another protocol. */
    readonly door: Pick<ChatRoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins' | 'onError'>;
    /** Returns a session of a principal, for code in this process. It need not exist yet. */
    open(sessionId: string, principal?: string): ChatSession;
    /** Resolves to the sessions of a principal. */
    list(principal?: string): Promise<SessionSummary[]>;
    /** Starts a server of its own, on the loopback unless told otherwise. */
    listen(options?: ListenOptions): Promise<Listening>;
    /** Leaves every session where it is, so that another node, or the next start, goes on with it. The store may be closed after it. */
    close(): Promise<void>;
}
/**
 * Starts a chat on a store, and takes up what an earlier process left unfinished.
 *
 * ```ts
 * await using chat = await createChat({ store: createSqliteStore('chat.db'), tools: [bookFlight] })
 * const { url } = await chat.listen({ port: 3000 })
 * ```
 */
export declare function createChat(options: ChatOptions): Promise<Chat>;
export declare const createChatStates: (log: Log<Patch>) => States<ChatState, Patch>;
export {};
