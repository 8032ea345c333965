import type { ChatMessage, ChatState, ToolCallState } from '../chat/state.ts';
import type { UserContent } from '../chat/user-content.ts';
/** A message of AG-UI, as far as a chat has it. */
export type AgUiMessage = {
    id: string;
    role: 'user';
    content: string | AgUiPart[];
} | {
    id: string;
    role: 'assistant';
    content?: string;
    toolCalls?: AgUiToolCall[];
} | {
    id: string;
    role: 'reasoning';
    content: string;
} | {
    id: string;
    role: 'tool';
    toolCallId: string;
    content: string;
    error?: string;
} | {
    id: string;
    role: 'activity';
    activityType: string;
    content: Record<string, unknown>;
};
export interface AgUiToolCall {
    id: string;
    type: 'function';
    function: {
        name: string;
        arguments: string;
    };
}
/** A part of a person's message. */
export type AgUiPart = {
    type: 'text';
    text: string;
} | {
    type: 'image' | 'audio' | 'document';
    source: {
        type: 'data';
        value: string;
        mimeType: string;
    };
};
/** Returns the conversation as AG-UI has it. A message of a person has the id that its client gave it. */
export declare function toMessages(state: ChatState): AgUiMessage[];
export declare const toProgressId: (callId: string) => string;
export declare const toResultId: (callId: string) => string;
export declare const toActivity: (progress: NonNullable<ToolCallState['progress']>) => {
    activityType: string;
    content: {
        message: string;
        progress?: number;
    };
};
/** Returns what a call ended with as text, or `undefined` while it goes on. */
export declare function resultOf({ status, result, error }: ToolCallState): string | undefined;
export declare const callsOf: ({ toolCalls }: ChatState, messageId: string) => ToolCallState[];
/** Returns the reasoning and the text of an answer, each as a message of its own. */
export declare function textsOf({ messageId, content }: ChatMessage): ({
    id: string;
    kind: 'reasoning';
    text: string;
} | {
    id: string;
    kind: 'text';
    text: string;
})[];
/** Returns what a person said, from a message of the client. Sources by URL are left out: the server does not load them. */
export declare function fromContent(content: unknown): UserContent;
