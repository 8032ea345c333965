import type { ElicitAnswer } from '../../tools/elicit.ts';
import type { Json } from '../../tools/json.ts';
import type { CommandOf, NewCommand } from '../command.ts';
import type { UserContent } from '../user-content.ts';
import type { ChatSnapshot } from './client-snapshot.ts';
import type { CommandOutcome } from './conversation.ts';
import { type ChatClientOptions, type ChatClientSettings } from './conversations.ts';
import type { SessionSummary } from './session-list.ts';
/** The logic of a chat page, for any library that can follow a store. Commands reject with a `RefusedError` if the server refuses them. */
export interface ChatClient {
    getSnapshot(): ChatSnapshot;
    /** Follows the conversation while there is a subscriber. */
    subscribe(listener: () => void): () => void;
    /** Replaces the settings that are given. */
    update(settings: ChatClientSettings): void;
    /** Sends any command. */
    command(command: NewCommand): Promise<CommandOutcome>;
    /** The message's id is `toMessageId(commandId)`. A message that is sent again with the same `commandId` is there once. */
    send(content: UserContent, options?: Pick<CommandOf<'send'>, 'model' | 'persona' | 'interrupt'> & {
        commandId?: string;
    }): Promise<CommandOutcome>;
    /** The message keeps its id, as with `retry`. Everything after it is removed. */
    edit(messageId: string, content: UserContent): Promise<CommandOutcome>;
    retry(messageId: string): Promise<CommandOutcome>;
    abort(): Promise<CommandOutcome>;
    reset(): Promise<CommandOutcome>;
    configure(change: {
        title?: string;
        model?: string;
        persona?: string;
    }): Promise<CommandOutcome>;
    approve(callId: string, args?: Json): Promise<CommandOutcome>;
    deny(callId: string, reason?: string): Promise<CommandOutcome>;
    respondToElicit(callId: string, elicitId: string, result: ElicitAnswer): Promise<CommandOutcome>;
    /** The first response to an emission counts. */
    respondToEmission(callId: string, emissionId: string, response: unknown): void;
    listSessions(): Promise<readonly SessionSummary[]>;
    /** Creates a session, opens it and resolves to its id. */
    createSession(): Promise<string>;
    /** The session need not be open. */
    renameSession(sessionId: string, title: string): Promise<CommandOutcome>;
    deleteSession(sessionId: string): Promise<void>;
    /** Opens another conversation. Without an id: a new one, which its first message creates. */
    open(sessionId?: string): void;
    /** Removes all subscribers and rejects the commands that have no reply yet. A new subscriber starts again. */
    close(): void;
}
/**
 * Creates the client of a chat page.
 *
 * ```ts
 * const client = createChatClient({ plugins: [bookFlight] })
 * client.subscribe(() => draw(client.getSnapshot()))
 * await client.send('To Lisbon, please')
 * ```
 */
export declare function createChatClient(options?: ChatClientOptions): ChatClient;
