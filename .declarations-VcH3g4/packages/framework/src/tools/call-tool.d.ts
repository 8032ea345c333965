import type { Answers } from './answer-box.ts';
import type { ElicitEffect } from './effects/elicit.ts';
import type { LogLevel } from './effects/emit.ts';
import type { SampleEffect, SampleReply } from './effects/sample.ts';
import type { ElicitAnswer, Elicits } from './elicit.ts';
import type { Journal } from './journal.ts';
import { type MaybePromise } from './maybe-promise.ts';
import type { InferInput, Schema } from './schema.ts';
import type { McpTool } from './tool.ts';
export interface CallOptions {
    /** Asks the person and resolves to the answer. `signal` aborts when the question is withdrawn. */
    onQuestion?: (question: ElicitEffect, signal: AbortSignal) => MaybePromise<ElicitAnswer>;
    /**
     * For code that cannot wait for a person, in place of `onQuestion`: called with all open questions once nothing else can run.
     * Resolves to answers by question id. A rejection lets go of the run, which goes on from its journal in the next call with
     * the same `runId`.
     */
    onPark?: (questions: readonly ElicitEffect[]) => MaybePromise<Answers>;
    /** Answers samples: a `Model`, such as one of `fromLanguageModel`. Without it a sample fails. */
    model?: {
        answer(request: SampleEffect, call: {
            signal: AbortSignal;
        }): Promise<SampleReply>;
    };
    onProgress?: (message: string, progress: number | undefined) => void;
    onLog?: (level: LogLevel, message: string) => void;
    /** Where journals are stored: `createRuns(store)`. A second call with the same `runId` goes on where the first one was. */
    runs?: CallJournals;
    /** Identifies the run. Required with `runs`. */
    runId?: string;
    /** Who calls the tool: `ctx.principal`, and who gave the answers. */
    principal?: string;
    /** Aborting it cancels the run: its `finally` blocks run, and then the call rejects with the reason. */
    signal?: AbortSignal;
}
/** Returns the journal of a run. */
export interface CallJournals {
    journal(runId: string): Journal;
}
/**
 * Runs a tool in this process and resolves to what it returns. Rejects with the error that the tool throws.
 *
 * ```ts
 * const booking = await callTool(bookFlight, { from: 'Rome', to: 'Oslo' }, {
 *   onQuestion: async (question) => ({ action: 'accept', content: await showForm(question) }),
 *   runs: createRuns(store),
 *   runId: 'booking-7',
 * })
 * ```
 */
export declare function callTool<P extends Schema, E extends Elicits, T>(tool: McpTool<string, P, E, T>, params: InferInput<P>, options?: CallOptions): Promise<T>;
