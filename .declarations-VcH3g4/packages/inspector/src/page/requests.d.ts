import type { ShownProject } from '../project.ts';
import type { Replayed } from '../replay.ts';
import type { RunEvent, Samples } from '../run-event.ts';
import type { EffectState } from '../run-state.ts';
export declare const readProject: () => Promise<ShownProject>;
export declare const readEvents: (runId: string, after: number) => Promise<{
    lsn: number;
    event: RunEvent;
}[]>;
export declare const readReplay: (runId: string, at: number) => Promise<Replayed>;
export declare const startRun: (tool: string, params: unknown, samples: Samples) => Promise<{
    runId: string;
}>;
/** Names the attempt, so that an answer counts only for the question that was shown. */
export declare const sendAnswer: (runId: string, { id, attempt }: EffectState, answer: unknown) => Promise<object>;
export declare const cancelRun: (runId: string) => Promise<object>;
export declare const resumeRun: (runId: string) => Promise<object>;
export declare const deleteRun: (runId: string) => Promise<void>;
