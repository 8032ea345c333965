import type { Usage } from '@sweatpants/framework';
import type { Stance } from './seat.ts';
/** A source of an answer. */
export interface Citation {
    title: string;
    url?: string;
    quote?: string;
    /** The claim that it supports. */
    claim?: string;
}
/** A parsed answer of a seat. A field that the model did not give is absent. */
export interface Statement {
    /** One sentence. */
    position: string;
    /** One of the session's `answers`, if it has any. */
    answer?: string;
    stance?: Stance;
    /** From 0 to 1. */
    confidence?: number;
    reasoning: string;
    keyPoints: string[];
    citations: Citation[];
    /** Why the seat changed its position. */
    changeReason?: string;
    /** The `agentId`s of the seats that it agrees with. */
    agreesWith: string[];
}
/** One use of the toolkit. */
export interface ToolUse {
    name: string;
    input: unknown;
    result: unknown;
}
/** The answer of a seat in a round. There is at most one for each round and seat. */
export interface AgentResponse extends Statement {
    agentId: string;
    round: number;
    /** The model that answered, as its provider names it. */
    model: string;
    /** The model's reasoning, if its provider returns it. */
    thoughts?: string;
    toolUses: ToolUse[];
    /** How the answer departs from the seat's role. */
    violation?: string;
    usage: Usage;
    timestamp: string;
}
/** The private answer of a seat: before it has heard the others, or as if it had not. */
export interface Ballot {
    agentId: string;
    round: number;
    model: string;
    position: string;
    answer?: string;
    stance?: Stance;
    confidence?: number;
    usage: Usage;
    timestamp: string;
}
