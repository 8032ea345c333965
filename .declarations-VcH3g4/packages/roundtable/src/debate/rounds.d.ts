import { type Kind } from '@sweatpants/framework/log';
import type { Panel } from '../panel/panel.ts';
import type { DebateState } from '../session/debate-state.ts';
import type { RoundtableEvent } from '../session/event.ts';
import { type SessionManager } from '../session/session-manager.ts';
import { type ContinueInput, type StartInput } from './input.ts';
import type { RoundCalls } from './round-calls.ts';
import type { Begun, CallerOptions, ContextAnswered, StartOptions } from './roundtable.ts';
export interface RoundsOptions {
    sessions: SessionManager;
    debates: Pick<Kind<DebateState, RoundtableEvent>, 'create'>;
    wake: (sessionId: string) => Promise<void>;
    calls: RoundCalls;
    panel: Panel;
    /** Aborts when the server shuts down. */
    closing: AbortSignal;
}
/** Begins and continues rounds for callers. */
export declare class Rounds {
    #private;
    constructor(options: RoundsOptions);
    start(given: StartInput, { sessionId, principal, commandId, asksThroughCaller }?: StartOptions): Promise<Begun>;
    continue(sessionId: string, given?: ContinueInput, { principal, commandId }?: CallerOptions): Promise<Begun>;
    answerContext(sessionId: string, contextResults: NonNullable<ContinueInput['contextResults']>, { principal, commandId }?: CallerOptions): Promise<ContextAnswered>;
}
export declare function refuseClosed(closing: AbortSignal): void;
