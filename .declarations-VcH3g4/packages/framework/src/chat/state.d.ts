import { type Json } from '../tools/json.ts';
import type { McpBlock } from '../tools/message.ts';
import type { Source } from '../tools/sampling.ts';
import { type Usage } from '../tools/usage.ts';
import type { ApprovalRequestPatch, ApprovalResponsePatch, ChatCapabilities, ElicitAnswerPatch, ElicitPatch, ElicitResponsePatch, ElicitWaitPatch, SignalPatch, ToolCallProgressPatch, ToolCallResultPatch, ToolCallStartPatch, TurnEndPatch } from './patch.ts';
/** The state of a chat at a place in its log. Only `reduce` makes a new one. */
export interface ChatState {
    /** The place of the last patch that it includes. */
    lsn: number;
    sessionId: string;
    title: string;
    model?: string;
    persona?: string;
    capabilities: ChatCapabilities;
    messages: ChatMessage[];
    /** By callId. */
    toolCalls: Record<string, ToolCallState>;
    /** By callId: the calls that wait for a person's consent. */
    pendingApprovals: Record<string, PendingApprovalState>;
    /** By elicitId: one call may have several open. */
    pendingElicits: Record<string, PendingElicitState>;
    /** By elicitId: the questions to other people that are open. */
    pendingWaits: Record<string, PendingWaitState>;
    /** By signalId: what was sent to the calls of this turn. */
    signals: Record<string, SignalState>;
    /** The turn that runs or waits. Queued messages go to the next one. */
    turn?: TurnState;
    /** The number of turns so far. It never decreases, so that every turn has a number of its own. */
    turns: number;
    /** How the last turn ended. */
    ended?: Pick<TurnEndPatch, 'turn' | 'reason'>;
    usage: Usage;
    /** Why the last turn failed. */
    error?: {
        code: string;
        message: string;
    };
}
export interface TurnState {
    turn: number;
    model: string;
    aborting: boolean;
    /**
     * Set while nothing runs and people are asked: the turn goes on when one of them answers, or when a deadline passes. A turn that
     * asks and works at the same time does not wait.
     */
    waits?: true;
    /** Set while no server has the code that the turn was recorded with. */
    blocked?: true;
}
/** `interrupted`: the text ends where it was stopped. */
export type MessageStatus = 'queued' | 'streaming' | 'complete' | 'interrupted';
export interface ChatMessage {
    messageId: string;
    role: 'user' | 'assistant';
    content: McpBlock[];
    status: MessageStatus;
    timestamp: number;
    /** The turn that the message belongs to. Absent while the message is queued. */
    turn?: number;
    /** The number of the attempt at this answer, from 1. */
    attempt?: number;
    commandId?: string;
    model?: string;
    persona?: string;
    stopReason?: string;
    usage?: Usage;
    sources?: Source[];
}
/** The id of a person's message. The client that sends it knows it beforehand; an edited message keeps it. */
export declare const toMessageId: (commandId: string) => string;
/** The id of a call that a view makes. */
export declare const toViewCallId: (commandId: string) => string;
export type ToolCallStatus = 'running' | 'approval' | 'waiting' | 'done' | 'failed' | 'cancelled';
export interface ToolCallState extends Omit<ToolCallStartPatch, 'type' | 'commandId'> {
    status: ToolCallStatus;
    /** Set if the tool may ask questions. */
    asks?: true;
    /** The questions to the owner of the chat that are over, in the order in which they ended. */
    asked?: AskedState[];
    /** Set once the call is to be cancelled. */
    cancelling?: true;
    progress?: Pick<ToolCallProgressPatch, 'message' | 'progress'>;
    result?: Json;
    content?: NonNullable<ToolCallResultPatch['content']>;
    /** What the server of a hosted tool says to its view. */
    meta?: Json;
    /** What its view wants the model to know. */
    note?: string;
    /** The tools that its view may call without asking. */
    allowed?: string[];
    error?: {
        code: string;
        message: string;
    };
}
export interface PendingApprovalState extends Omit<ApprovalRequestPatch, 'type'> {
    status: 'pending' | 'responded';
    response?: Pick<ApprovalResponsePatch, 'approved' | 'arguments' | 'reason' | 'always'>;
}
export interface PendingElicitState extends Omit<ElicitPatch, 'type'> {
    status: 'pending' | 'responded';
    /** The answer, once there is one, and its time. */
    response?: Pick<ElicitResponsePatch, 'result' | 'timestamp' | 'answeredBy'>;
}
/** A question that is over. It has no response if it was withdrawn or has expired. */
export type AskedState = Omit<PendingElicitState, 'status'>;
/** A call waits for other people. */
export interface PendingWaitState extends Omit<ElicitWaitPatch, 'type'> {
    /** Those who have answered, in their order. */
    answers: Pick<ElicitAnswerPatch, 'answeredBy' | 'timestamp' | 'result'>[];
}
export type SignalState = Omit<SignalPatch, 'type'>;
/** The state of a session with an empty log. */
export declare const emptyState: ChatState;
/** Returns the state that a server sent. Fields that an older server does not know are empty. Throws a `PatchError`. */
export declare function parseState(answer: unknown): ChatState;
