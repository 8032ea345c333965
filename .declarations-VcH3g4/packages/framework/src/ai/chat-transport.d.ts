import type { ChatClientOptions } from '../chat/client/conversations.ts';
import type { NewCommand } from '../chat/command.ts';
import { type ChatState } from '../chat/state.ts';
import { type ChatSource } from './chat-source.ts';
import { type AnyMessage } from './ui-message.ts';
export interface ChatTransportOptions extends Pick<ChatClientOptions, 'baseUrl' | 'headers' | 'fetch'> {
    /**
     * `'finish'`: the stream ends while the turn waits for answers, so that `addToolOutput` and `sendAutomaticallyWhen` work. `'hold'`: it
     * stays open, and the page answers with `command`. Default `'finish'`.
     */
    questions?: 'finish' | 'hold';
}
/** What the AI SDK asks a transport to send. */
export interface SendMessagesOptions {
    trigger: 'submit-message' | 'regenerate-message';
    chatId: string;
    messageId?: string | undefined;
    messages: readonly AnyMessage[];
    abortSignal?: AbortSignal | undefined;
}
/** The chunks are typed as `never`, which the chunk type of every version of the AI SDK accepts. */
type Chunks = ReadableStream<never>;
/** What a page and an endpoint send and resume with. */
export interface UiRequests {
    sendMessages(options: SendMessagesOptions): Promise<Chunks>;
    reconnectToStream(options: {
        chatId: string;
        abortSignal?: AbortSignal | undefined;
    }): Promise<Chunks | null>;
    /** Resolves to the messages of a chat; none if it does not exist yet. A turn that runs is left out: `resume` brings it. */
    load<M = AnyMessage>(chatId: string): Promise<M[]>;
}
/** A `ChatTransport` of AI SDK UI, with what its pages cannot express. */
export interface ChatTransport extends UiRequests {
    /** A resumed stream begins with its message, which replaces what the page has of it. */
    readonly resumeStreamIsReplay: true;
    /** Sends any command of a chat: to approve with other arguments, to decline a question, to rename the chat. */
    command(chatId: string, command: NewCommand): Promise<void>;
    /** Stops the turn. `stop` of `useChat` only stops showing it: leaving a page must not stop the work. */
    stop(chatId: string): Promise<void>;
    /** Yields the state of a chat after each change, until `signal` aborts. */
    follow(chatId: string, signal: AbortSignal): AsyncGenerator<ChatState, void, void>;
}
/**
 * Connects `useChat` of AI SDK UI 5, 6 and 7 to a Sweatpants chat. Questions of tools are parts that the page answers with
 * `addToolOutput`; a reload, a lost connection and a killed server go on where they were.
 *
 * ```ts
 * const transport = createChatTransport()
 * const { messages, addToolOutput } = useChat({ id, messages: await transport.load(id), transport, resume: true, sendAutomaticallyWhen: hasAnswers })
 * ```
 */
export declare function createChatTransport({ questions, ...options }?: ChatTransportOptions): ChatTransport;
/** Serves the requests of the AI SDK from sessions. */
export declare function createRequests(open: (chatId: string) => ChatSource, endsAtQuestions: boolean): UiRequests;
export {};
