import type { AgUiResume } from './interrupts.ts';
/** The part of `RunAgentInput` that a chat reads. Tools, context and state of the page are ignored. */
export interface RunInput {
    threadId: string;
    runId: string;
    messages: {
        id: string;
        role: string;
        content?: unknown;
    }[];
    resume: AgUiResume[];
    /** Whether the client speaks 1.0: clients before it do not know that a run can be cancelled. */
    isCurrent: boolean;
}
/** Returns the input of a run. Throws an `HttpError` that names the field. */
export declare function parseInput(value: unknown): RunInput;
