import { type RequestOptions, Requests } from '../../log/client/requests.ts';
import { type PageVisibility } from '../../log/client/visibility.ts';
import { type Clock } from '../../tools/clock.ts';
import type { PluginClient } from '../../tools/plugin.ts';
import { type ChatSnapshot } from './client-snapshot.ts';
import { Conversation } from './conversation.ts';
import { SessionList } from './session-list.ts';
/** The options that `update` can replace. */
export interface ChatClientSettings extends Pick<RequestOptions, 'fetch' | 'headers'> {
    /** Plugins ask a tool's questions in this page. The first plugin that handles a question is used. */
    plugins?: readonly PluginClient[] | undefined;
    /** Tools that have their own plugin, as those of `createTool` do. */
    tools?: readonly {
        readonly name: string;
        readonly plugin?: PluginClient;
    }[] | undefined;
    /**
     * Called with errors that belong to no command: the server sent something that cannot be read, or refused the connection.
     * Default: `console.error`.
     */
    onError?: ((error: unknown) => void) | undefined;
}
export interface ChatClientOptions extends ChatClientSettings, Pick<RequestOptions, 'baseUrl'> {
    /** The conversation to open. Without it, the first message starts a new one. */
    sessionId?: string | undefined;
    /** The session may not exist yet: its first message creates it under `sessionId`, and until then it is waited for. */
    createIfMissing?: boolean | undefined;
    /** Fires `online` when the network is back. Default: the page. */
    network?: EventTarget | undefined;
    /** Tells whether the page is visible. A hidden page keeps no connection open. Default: the document, if there is one. */
    visibility?: PageVisibility | undefined;
    clock?: Clock | undefined;
    /** Returns a number from 0 to 1, which spreads the retries of many clients over time. */
    random?: (() => number) | undefined;
}
/** The conversations of a client: the current one, which its subscribers see, and those that still deliver commands. */
export declare class Conversations {
    #private;
    readonly requests: Requests;
    readonly sessions: SessionList;
    current: Conversation;
    snapshot: ChatSnapshot;
    constructor(options: ChatClientOptions);
    /** Follows the current conversation while there is a subscriber. */
    subscribe(listener: () => void): () => void;
    update(settings: ChatClientSettings): void;
    find(sessionId: string | undefined): Conversation | undefined;
    start(sessionId: string | undefined): Conversation;
    /** Without an id: a new conversation, which its first message creates. */
    open(sessionId?: string): void;
    show(conversation: Conversation): void;
    forget(conversation: Conversation): void;
    forgetIdle(): void;
    /** Tells the subscribers, if the snapshot has changed. */
    changed(): void;
    close(): void;
}
