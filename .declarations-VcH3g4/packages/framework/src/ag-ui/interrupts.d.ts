import type { ChatState } from '../chat/state.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
import { type Json } from '../tools/json.ts';
/** What a run waits for, in AG-UI: a question, or a call that needs approval. */
export interface AgUiInterrupt {
    id: string;
    reason: 'input_required' | 'tool_call';
    message: string;
    toolCallId: string;
    /** The JSON Schema of the answer. */
    responseSchema?: Record<string, unknown>;
    expiresAt?: string;
    metadata?: Record<string, unknown>;
}
/** An answer of the client to an interrupt. */
export interface AgUiResume {
    interruptId: string;
    status: 'resolved' | 'cancelled';
    payload?: unknown;
    /** AG-UI has no way to decline: `{ action: 'decline' }` says so. */
    metadata?: Record<string, unknown>;
}
/** Returns the open questions and approvals of a chat as interrupts. */
export declare function toInterrupts(state: ChatState): AgUiInterrupt[];
/** Returns the command of an answer, or `undefined` if its question is not open any more. */
export declare function toCommand({ interruptId, status, payload, metadata }: AgUiResume, state: ChatState): {
    reason: string;
    type: "deny";
    callId: string;
} | {
    reason?: never;
    type: "deny";
    callId: string;
} | {
    arguments?: never;
    type: "approve";
    callId: string;
} | {
    arguments: Json;
    type: "approve";
    callId: string;
} | {
    type: "elicit_response";
    callId: string;
    elicitId: string;
    attempt: number;
    result: ElicitAnswer;
} | undefined;
