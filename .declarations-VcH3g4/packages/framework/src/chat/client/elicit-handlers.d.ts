/**
 * Runs the plugins of a page: a handler for each open question that a plugin handles.
 *
 * - H1 A handler starts once for each attempt at a question, with the context of the question; a reload starts it again.
 * - H2 A handler is halted when its question is answered elsewhere, withdrawn, or asked again.
 * - H3 A handler that fails leaves its question open and can be retried; it never answers for the person.
 */
import type { ElicitAnswer } from '../../tools/elicit.ts';
import type { ElicitHandler } from '../../tools/plugin.ts';
import type { ChatState, PendingElicitState } from '../state.ts';
import type { ToolEmissionTrackingState } from './tool-emission.ts';
export type FindHandler = (question: PendingElicitState) => ElicitHandler | undefined;
export interface ElicitHandlersOptions {
    find: FindHandler;
    /** Resolves to `false` if the question was answered before. Rejects if the answer is refused. */
    answer: (question: PendingElicitState, result: ElicitAnswer) => Promise<boolean>;
    onChange: () => void;
}
export declare class ElicitHandlers {
    #private;
    constructor(options: ElicitHandlersOptions);
    /** The same array until something changes. */
    get emissions(): readonly ToolEmissionTrackingState[];
    /** Starts and halts handlers so that they match the open questions. */
    sync(questions: ChatState['pendingElicits']): void;
    respond(callId: string, emissionId: string, response: unknown): void;
    haltAll(): void;
}
