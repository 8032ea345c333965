import type { AssistantMessagePatch, HistoryCutPatch, StreamingEndPatch, StreamingStartPatch, StreamingTextPatch, TurnStartPatch, UserMessagePatch } from './patch.ts';
import type { ChatState } from './state.ts';
export declare function addUserMessage(state: ChatState, patch: UserMessagePatch): ChatState;
/** Gives queued messages to a turn. The turn does not start if all its messages have been removed meanwhile. */
export declare function startTurn(state: ChatState, { turn, messageIds, model }: TurnStartPatch): ChatState;
export declare function startAnswer(state: ChatState, patch: StreamingStartPatch): ChatState;
export declare function streamText(state: ChatState, { messageId, text }: StreamingTextPatch, type: 'text' | 'reasoning'): ChatState;
export declare const finishMessage: (state: ChatState, { messageId }: StreamingEndPatch) => ChatState;
export declare function addAnswer(state: ChatState, patch: AssistantMessagePatch): ChatState;
/** A message that is still streaming keeps its text as interrupted; open calls are cancelled. */
export declare function endTurn({ turn, ...state }: ChatState): ChatState;
/** The turn has stopped. It ends with `turn_end`. */
export declare const abortTurn: (state: ChatState) => ChatState;
export declare function cutHistory(state: ChatState, { messageId }: HistoryCutPatch): ChatState;
