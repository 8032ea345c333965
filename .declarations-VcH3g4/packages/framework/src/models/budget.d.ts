import type { SampleReply } from '../tools/effects/sample.ts';
import { type Usage } from '../tools/usage.ts';
import { type Price } from './known-model.ts';
import { type Model, type ModelRequest, type ReplyPart } from './model.ts';
export interface BudgetLimits {
    /** Tokens in and out, together. */
    maxTokens?: number;
    /** US dollars. A model with an unknown price counts as free; `maxTokens` holds for every model. */
    maxCostUsd?: number;
}
/** An estimate of the most that a call may use. */
export interface ExpectedCall {
    model: string;
    inputTokens: number;
    /** The most that the model may write; `undefined` without a limit. */
    maxTokens: number | undefined;
    price: Price | undefined;
}
export interface Reservation {
    /** The most that the call may write: less than requested if the budget has less left. */
    readonly maxTokens: number | undefined;
    /** Releases the reservation and counts `usage`. */
    settle(usage: Usage): void;
}
/**
 * A spending limit for one run, one session or all users. Wrap a model in it once: a call within another call of the same
 * budget would wait for the reservation of the outer call.
 */
export interface Budget {
    readonly limits: BudgetLimits;
    /** All usage so far. Plain data: `createBudget(limits, used)` continues with it in another process. */
    readonly used: Usage;
    /**
     * Reserves what a call may use. If the reservations of other calls leave too little, waits for those calls; if the
     * usage so far leaves too little, rejects with a `BudgetError`.
     */
    reserve(call: ExpectedCall, signal: AbortSignal): Promise<Reservation>;
}
/**
 * A budget that refuses a call before it is made. A running call counts as if it used all of its `maxTokens`, so parallel
 * calls stay within the limit too, as exactly as their input can be estimated. Only a call without `maxTokens` can exceed
 * the limit, by what it writes beyond 4,096 tokens.
 */
export declare function createBudget(limits: BudgetLimits, spent?: Usage): Budget;
/**
 * A model that is called only within a budget. Each reply counts with the usage that the provider reports, or else with an
 * estimate; a failed call counts with what was streamed before it failed. Goes inside `withRetry`, so that each attempt
 * counts. With a `price`, running calls count towards `maxCostUsd` too; without one, only the cost that replies report.
 */
export declare function withBudget(model: Model, budget: Budget, price?: Price): Model;
export declare function estimateInput({ messages, systemPrompt, tools }: ModelRequest): number;
export declare const estimateOutput: ({ content }: SampleReply) => number;
/** The length of a part, in characters. */
export declare const lengthOfPart: (part: ReplyPart) => number;
