import { type Json, SweatpantsError } from '@sweatpants/framework';
export type RoundtableErrorCode = 
/** The input is not valid. */
'invalid' | 'not_found'
/** The principal has as many sessions as it may have. */
 | 'too_many_sessions'
/** No seat has a model that can be used. */
 | 'no_agents'
/** No seat answered in the round. It does not count, and can be held again. */
 | 'unheard'
/** A required context request is unanswered. */
 | 'context_required' | 'round_in_progress'
/** The round was paused, stopped or cancelled before it ended. */
 | 'interrupted'
/** The round waits for a server version that can continue it. */
 | 'blocked' | 'paused'
/** The model that should write something failed. */
 | 'model_failed' | 'completed';
/** A request that the roundtable refuses. The message says what to do. */
export declare class RoundtableError extends SweatpantsError {
    name: string;
    readonly code: RoundtableErrorCode;
    /** The same as the message, for a program. */
    readonly details: Json | undefined;
    constructor(code: RoundtableErrorCode, message: string, options?: ErrorOptions & {
        details?: Json;
    });
}
