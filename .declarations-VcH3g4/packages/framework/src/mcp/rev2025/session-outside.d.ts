import { type AnswerEvent } from '../../inbox/question.ts';
import { type Store, type StreamRef } from '../../log/log.ts';
import type { Failed } from '../../tools/outcome.ts';
import type { OutsideWait } from '../../tools/outside.ts';
import type { RunHandle } from '../../tools/run-handle.ts';
export interface SessionOutsideOptions {
    store: Store;
    runId: string;
    principal: string | undefined;
    signalUrl: ((refs: readonly StreamRef[], event: AnswerEvent) => string) | undefined;
    /** Called with the name of each signal that arrives. */
    onSignal: (name: string) => void;
    onError: (error: unknown) => void;
}
/**
 * What a call of a session waits for outside. The call ends with its process, so its run is not stored; the stream takes the
 * questions to other people and what they answer. It is created with the first of them, and deleted when the call ends.
 */
export declare class SessionOutside {
    #private;
    constructor(options: SessionOutsideOptions);
    /** Gives the run what arrives. */
    attach(run: RunHandle): void;
    /** Resolves once other people can answer. */
    wait(wait: OutsideWait, ended: AbortSignal): Promise<Failed | undefined>;
    /** Returns the URL of a signal; `undefined` when the server has no inbox. The stream is created at once, since the signal may arrive early. */
    get signalUrl(): ((runId: string, name: string) => string) | undefined;
    end(): Promise<void>;
}
