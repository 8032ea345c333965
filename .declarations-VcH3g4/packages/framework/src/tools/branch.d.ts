import { Conversation } from './conversation.ts';
import type { Fiber } from './fiber.ts';
import { type ExtendedMessage } from './message.ts';
import type { Operation } from './operation.ts';
import type { Run } from './run.ts';
import { Stopwatch } from './stopwatch.ts';
import { type Usage } from './usage.ts';
export interface Limits {
    /** How deep branches may nest below this one. Default 32. */
    maxDepth?: number;
    /** Tokens that all samples here and below may use together. */
    maxTokens?: number;
    /** Milliseconds of running time, summed over rounds; waiting for a person does not count, nor does `ctx.sleep`. */
    timeout?: number;
    /**
     * Milliseconds that the `finally` blocks of a tool or branch may take when it is halted. Then they are abandoned where they
     * wait, and the run goes on or ends. Default 30,000.
     */
    cleanup?: number;
}
export interface BranchOptions extends Limits {
    /** Whether samples here see the parent's messages. Default true. */
    inheritMessages?: boolean;
    /** Whether samples here have the parent's system prompt. Default true. */
    inheritSystemPrompt?: boolean;
    /** Messages to begin with. */
    messages?: readonly ExtendedMessage[];
    systemPrompt?: string;
}
/** A place in the journal: a path, the counters that give its effects their addresses, its messages and its limits. */
export declare class Branch {
    #private;
    readonly run: Run;
    readonly parent: Branch | undefined;
    readonly path: string;
    readonly depth: number;
    readonly conversation: Conversation;
    readonly systemPrompt: string | undefined;
    /** Inside `before` and `after`: questions are refused there. */
    readonly phase: boolean;
    readonly stopwatch: Stopwatch | undefined;
    readonly cleanup: number;
    /** The fiber that runs the body of this branch. */
    owner: Fiber | undefined;
    /** Operations made and not yet used. */
    unused: Set<Operation<unknown> & {
        label: string;
    }> | undefined;
    emitted: number;
    constructor(run: Run, parent: Branch | undefined, options: BranchOptions & {
        phase?: string;
    });
    /** The address of the next effect (R2). */
    nextAddress(): string;
    /** `pickMove`, then `pickMove#2`; `1.2/pickMove` inside branches. */
    nextId(name: string): string;
    /** This branch and those above it. */
    lineage(): Generator<Branch, void>;
    spend(usage: Usage): void;
    /** What may still be spent here, or a `ToolTokenError` when it is nothing. */
    tokensLeft(): number;
    /** Operations are made by the body of the tool, while it runs; anywhere else they could not be replayed. */
    refuseOutside(label: string): void;
}
