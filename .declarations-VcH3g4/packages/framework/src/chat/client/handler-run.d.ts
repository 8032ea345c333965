import type { ElicitAnswer } from '../../tools/elicit.ts';
import type { ElicitHandler } from '../../tools/plugin.ts';
import type { PendingElicitState } from '../state.ts';
import type { ToolEmissionTrackingState } from './tool-emission.ts';
export interface HandlerRunOptions {
    question: PendingElicitState;
    handler: ElicitHandler;
    /** Resolves to `false` if the question was answered before. Rejects if the answer is refused. */
    answer: (result: ElicitAnswer) => Promise<boolean>;
    createId: () => string;
    onChange: () => void;
    retry: () => void;
}
/** One run of a plugin's handler for a question. */
export declare class HandlerRun {
    #private;
    readonly attempt: number;
    emissions: readonly ToolEmissionTrackingState[];
    /** Whether the handler has returned its answer and the server has not refused it. */
    hasAnswered: boolean;
    constructor(options: HandlerRunOptions);
    /** The first response to an emission counts. */
    respond(emissionId: string, response: unknown): void;
    /** Runs the handler's `finally`. Its emissions are removed. */
    halt(): void;
}
