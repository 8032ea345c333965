import type { AskedQuestion, ShownRun } from '@sweatpants/framework/control';
import type { RunPage, RunState } from '@sweatpants/framework/log';
export type Counts = Record<RunState, number>;
/** What a person chose to see. Empty texts are not sent. */
export interface Choice {
    state: RunState | '';
    search: string;
    /** Milliseconds. */
    olderThan: string;
}
export declare function listRuns(choice: Choice, limit: number): Promise<RunPage>;
export declare const showRun: (id: string) => Promise<ShownRun>;
/** Resolves to the question that an entry answers; `undefined` if the control room does not have the tool. */
export declare const readQuestion: (id: string, at: number) => Promise<AskedQuestion | undefined>;
export declare const cancelRun: (id: string) => Promise<void>;
export declare const resumeRun: (id: string) => Promise<void>;
export declare const retryRun: (id: string, from?: number) => Promise<{
    id: string;
}>;
export declare const forkRun: (id: string, at: number, answer: unknown) => Promise<{
    id: string;
}>;
export declare const forgetRun: (id: string) => Promise<void>;
