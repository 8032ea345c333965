import { type Json } from '../tools/json.ts';
import { type ToolResultBlock } from '../tools/message.ts';
import type { Ended } from '../tools/run-handle.ts';
import type { Usage } from '../tools/usage.ts';
/** How a call ended: what a page shows, what the model is shown, and what it used. */
export type CallOutcome = {
    usage: Usage;
} /** `blocks` where the tool chose them; otherwise the model is shown the value as text. */ & ({
    type: 'done';
    value: Json;
    blocks?: ToolResultBlock['content'];
    meta?: Json;
} | {
    type: 'failed';
    code: string;
    problem: string;
});
export declare function toCallOutcome(toolName: string, ended: Ended): CallOutcome;
