import type { RefusedError } from '../../log/client/client-errors.ts';
import type { ConnectionStatus } from '../../log/client/connection.ts';
import type { ChatCapabilities } from '../patch.ts';
import type { ChatState, PendingApprovalState, PendingElicitState } from '../state.ts';
import type { Conversation } from './conversation.ts';
import type { SendingMessage } from './sending.ts';
import type { SessionSummary } from './session-list.ts';
import type { ToolEmissionTrackingState } from './tool-emission.ts';
/** A question. `handled`: a plugin of this page asks it; otherwise the page shows a form. */
export interface PendingElicit extends PendingElicitState {
    handled: boolean;
}
/** What a page shows. It is a new object if and only if something has changed. */
export interface ChatSnapshot {
    /** `undefined` until the first message of a new conversation is sent. */
    sessionId: string | undefined;
    state: ChatState;
    connection: ConnectionStatus;
    /** Why the server refused the connection. */
    refusal: RefusedError | undefined;
    capabilities: ChatCapabilities;
    /** Answered questions stay while their call runs. */
    pendingElicits: readonly PendingElicit[];
    pendingApprovals: readonly PendingApprovalState[];
    toolEmissions: readonly ToolEmissionTrackingState[];
    /** The messages that were sent and are not in the log yet. */
    sending: readonly SendingMessage[];
    /** `undefined` until `listSessions` resolves. */
    sessions: readonly SessionSummary[] | undefined;
}
/** Returns the next snapshot. The parts that have not changed are the same objects as in the last one. */
export declare function toSnapshot(last: ChatSnapshot | undefined, conversation: Conversation, sessions: readonly SessionSummary[] | undefined, isHandled: (question: PendingElicitState) => boolean): ChatSnapshot;
