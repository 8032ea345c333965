import type { Store } from '../log/log.ts';
import type { StoredQuestion } from '../log/questions.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
export interface DeliveriesOptions {
    store: Store;
    /** Delivers a question. It is called again after a pause if it rejects, or if this process dies meanwhile. */
    deliver: (question: StoredQuestion) => MaybePromise<void>;
    /** Milliseconds before the second, third, … attempt; the last is repeated. */
    pauses: readonly number[];
    onError: (error: unknown) => void;
}
/** Empties the outbox of a store: each question is delivered at least once while it is open, by any node. */
export declare class Deliveries {
    #private;
    constructor(options: DeliveriesOptions);
    start(): void;
    /** Resolves when what is being delivered is over. */
    close(): Promise<void>;
}
