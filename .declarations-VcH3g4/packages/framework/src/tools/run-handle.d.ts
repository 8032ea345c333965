import type { Answers, Arrival } from './answer-box.ts';
import type { Outcome } from './outcome.ts';
import type { OutsideWait } from './outside.ts';
import type { RunOptions, RunResult } from './run-tool.ts';
import type { McpTool } from './tool.ts';
export type Ended<T = unknown> = Exclude<RunResult<T>, {
    type: 'parked';
}>;
export interface RunHandleOptions extends RunOptions {
    /** Milliseconds that the run waits in memory for an answer before it is let go. Default: no limit. */
    idle?: number;
    /** Answers that arrived while no process ran it. */
    received?: readonly (Arrival & {
        answers: Answers;
    })[];
    /** Called whenever the run begins to wait. */
    onPark?: () => void;
}
/** A run that stays in memory: it goes on in place when answers arrive, and sleeps in between (R9). */
export declare class RunHandle<T = unknown> {
    #private;
    /** Resolves when the run has ended. Rejects if it cannot run here, and with `Drained` if it was let go. */
    readonly ended: Promise<Ended<T>>;
    constructor(tool: McpTool<string, never, never, T> | McpTool, params: unknown, { idle, received, onPark, ...options }: RunHandleOptions);
    /** Whether nothing happens until an answer arrives. */
    get waits(): boolean;
    /** When it goes on by itself, while it waits. */
    get wakeAt(): number | undefined;
    /** What it waits for outside: questions to other people, and signals. Empty while it runs. */
    get waitsFor(): readonly OutsideWait[];
    /** Hands in answers. Those of other people than the caller name who gave them: `{ by: 'ada' }`. */
    answer(answers: Answers, arrival?: Arrival): void;
    /** Hands in a signal, which is kept until the tool waits for it. One with an id that is known is ignored. */
    signal(name: string, value?: unknown, { id, at }?: {
        id?: string;
        at?: number;
    }): void;
    /** Hands in the outcome of a host effect that was deferred. */
    settle(id: string, outcome: Outcome): void;
    /** Halts the run wherever it is; `ended` resolves when its `finally` blocks have run. */
    cancel(): void;
    /** Lets go of a run that waits. */
    leave(): void;
    /** Lets go of the run wherever it is: aborts what it performs and records nothing more. */
    drop(): void;
}
