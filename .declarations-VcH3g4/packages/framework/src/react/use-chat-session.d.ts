import { type ChatClient } from '../chat/client/client.ts';
import type { ChatSnapshot } from '../chat/client/client-snapshot.ts';
import type { ChatClientOptions } from '../chat/client/conversations.ts';
import type { ChatState } from '../chat/state.ts';
import type { UserContent } from '../chat/user-content.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
/** All may change after the first render except `baseUrl`: a new one needs a new `key` on the component. */
export type UseChatSessionOptions = Pick<ChatClientOptions, 'baseUrl' | 'sessionId' | 'tools' | 'plugins' | 'headers' | 'fetch' | 'onError'>;
export interface UseChatSessionReturn {
    state: ChatState;
    send: (content: UserContent) => void;
    abort: () => void;
    reset: () => void;
    capabilities: ChatState['capabilities'];
    pendingApprovals: ChatSnapshot['pendingApprovals'];
    approve: (callId: string) => void;
    deny: (callId: string, reason?: string) => void;
    pendingElicits: ChatSnapshot['pendingElicits'];
    respondToElicit: (callId: string, elicitId: string, result: ElicitAnswer) => void;
    /** The components that plugins show, in this page only. */
    toolEmissions: ChatSnapshot['toolEmissions'];
    respondToEmission: (callId: string, emissionId: string, response: unknown) => void;
}
/**
 * A conversation in a component. `onError` is called with the commands' errors. A page that needs more creates a client with
 * `createChatClient` and follows it with `useChatSnapshot`.
 *
 * ```tsx
 * const { state, send, toolEmissions, respondToEmission } = useChatSession({ plugins: [pickCard.plugin, bookFlight] })
 * ```
 */
export declare function useChatSession(options?: UseChatSessionOptions): UseChatSessionReturn;
/** The current snapshot of a client; the component renders again when it changes. */
export declare const useChatSnapshot: (client: ChatClient) => ChatSnapshot;
