import type { ApprovalRequestPatch, ApprovalResponsePatch, ElicitAnswerPatch, ElicitCompletePatch, ElicitPatch, ElicitResponsePatch, ElicitWaitPatch, SignalPatch, ToolCallErrorPatch, ToolCallResultPatch, ToolCallStartPatch, ViewNotePatch } from './patch.ts';
import type { ChatState, ToolCallState } from './state.ts';
/** A call of a turn that has ended is ignored. */
export declare function startCall(state: ChatState, patch: ToolCallStartPatch): ChatState;
export declare function noteView(state: ChatState, { callId, text }: ViewNotePatch): ChatState;
export declare const finishCall: (state: ChatState, { callId, result, content, meta }: ToolCallResultPatch) => ChatState;
export declare const failCall: (state: ChatState, { callId, code, message }: ToolCallErrorPatch) => ChatState;
export declare function askApproval(state: ChatState, patch: ApprovalRequestPatch): ChatState;
export declare function respondToApproval(state: ChatState, patch: ApprovalResponsePatch): ChatState;
export declare function askQuestion(state: ChatState, patch: ElicitPatch): ChatState;
/** The first answer counts. */
export declare function respondToQuestion(state: ChatState, { callId, elicitId, result, timestamp, answeredBy }: ElicitResponsePatch): ChatState;
export declare function waitForOthers(state: ChatState, { type, ...wait }: ElicitWaitPatch): ChatState;
/** The driver closes the question once there are enough answers. */
export declare function addOthersAnswer(state: ChatState, patch: ElicitAnswerPatch): ChatState;
export declare function addSignal(state: ChatState, { type, ...signal }: SignalPatch): ChatState;
export declare const closeQuestions: (state: ChatState, { callId, elicitId }: ElicitCompletePatch) => ChatState;
/** Whether a person is asked something. */
export declare const asksPeople: ({ pendingElicits, pendingApprovals, pendingWaits }: ChatState) => boolean;
export declare function updateCall(state: ChatState, callId: string, change: Partial<ToolCallState>): ChatState;
/** Cancels the calls of the turn that have not ended, and closes their questions. Those that views make go on. */
export declare function cancelCalls(state: ChatState): ChatState;
/** Whether a view makes the call, which then belongs to no turn. */
export declare const isViewCall: ({ toolCalls }: ChatState, callId: string) => boolean;
/** The calls of views that have not ended. */
export declare const openViewCalls: ({ toolCalls }: ChatState) => ToolCallState[];
