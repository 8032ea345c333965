import type { ChatTransport } from './chat-transport.ts';
import type { AnyMessage } from './ui-message.ts';
/** A `Chat` of AI SDK UI, as `useChat({ chat })` takes it. */
export interface UiChat<M extends AnyMessage> {
    readonly id: string;
    readonly status: string;
    messages: M[];
    resumeStream(): Promise<void>;
}
/**
 * Shows in a page what happens without it: messages and answers of other tabs, questions that expire, turns that are stopped. Returns a
 * function that ends it.
 *
 * ```ts
 * const chat = new Chat({ id, messages: await transport.load(id), transport, sendAutomaticallyWhen: hasAnswers })
 * useEffect(() => keepInStep(chat, transport), [chat])
 * ```
 */
export declare function keepInStep<M extends AnyMessage>(chat: UiChat<M>, transport: Pick<ChatTransport, 'follow'>): () => void;
