import type { AgUiInterrupt } from './interrupts.ts';
import type { AgUiMessage } from './messages.ts';
/** The events of AG-UI 1.0 that a chat sends. */
export type AgUiEvent = {
    type: 'RUN_STARTED';
    threadId: string;
    runId: string;
    protocolVersion: '1.0';
} | {
    type: 'RUN_FINISHED';
    threadId: string;
    runId: string;
    usage: AgUiUsage[];
    outcome: AgUiOutcome;
} | {
    type: 'RUN_ERROR';
    message: string;
    code: string;
} | {
    type: 'MESSAGES_SNAPSHOT';
    messages: AgUiMessage[];
} | {
    type: 'TEXT_MESSAGE_START';
    messageId: string;
    role: 'assistant';
} | {
    type: 'REASONING_MESSAGE_START';
    messageId: string;
    role: 'reasoning';
} | {
    type: 'TEXT_MESSAGE_CONTENT' | 'REASONING_MESSAGE_CONTENT';
    messageId: string;
    delta: string;
} | {
    type: 'TEXT_MESSAGE_END' | 'REASONING_MESSAGE_END' | 'REASONING_START' | 'REASONING_END';
    messageId: string;
} | {
    type: 'TOOL_CALL_START';
    toolCallId: string;
    toolCallName: string;
    parentMessageId: string;
} | {
    type: 'TOOL_CALL_ARGS';
    toolCallId: string;
    delta: string;
} | {
    type: 'TOOL_CALL_END';
    toolCallId: string;
} | {
    type: 'TOOL_CALL_RESULT';
    messageId: string;
    toolCallId: string;
    content: string;
} | {
    type: 'ACTIVITY_SNAPSHOT';
    messageId: string;
    activityType: string;
    content: Record<string, unknown>;
};
export type AgUiOutcome = {
    type: 'success';
} | {
    type: 'cancelled';
} | {
    type: 'interrupt';
    interrupts: AgUiInterrupt[];
};
export interface AgUiUsage {
    model?: string;
    inputTokens: number;
    outputTokens: number;
}
