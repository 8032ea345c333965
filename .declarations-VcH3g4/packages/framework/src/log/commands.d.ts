import type { Json } from '../tools/json.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import { type Log } from './log.ts';
import type { QuestionChanges } from './questions.ts';
import type { Placed, States } from './states.ts';
/** What a command appends; its own event is the last. A command without events is not written. */
export interface Decided<E> {
    events: readonly E[];
    about?: Json;
    questions?: QuestionChanges;
}
/**
 * Appends a command once and resolves to the place of its own event. The decision is made anew when something was
 * appended meanwhile; a repeated `commandId` resolves to the place of the first.
 */
export declare function appendCommand<S extends Placed, E>({ log, states }: {
    log: Log<E>;
    states: States<S, E>;
}, id: string, commandId: string, decide: (state: S) => MaybePromise<Decided<E>>): Promise<number>;
