import { type CallState } from '../core/call-state.ts';
type Result = Record<string, unknown>;
/**
 * The calls of sessions that wait for the view of their tool. A view that appears in time claims its call, answers the
 * questions, and the call ends with the result itself. A call that no view claims, or that takes too long, ends with a handle.
 */
export declare class HeldCalls {
    #private;
    /** Holds a call of a session from its request on. `binding` is the same for calls that a view cannot tell apart. */
    hold(session: object, binding: string): HeldCall;
    /**
     * Claims a call of a session for a view. Resolves to the state of the call once it asks; `undefined` if there is no such call
     * that is not claimed, or if it ends without a question.
     */
    claim(session: object, binding: string): Promise<CallState | undefined>;
    /** A view has gone on with a call. */
    tell(id: string, result: Result): void;
}
export interface HoldOptions {
    /** The id of the stored call. */
    id: string;
    /** Milliseconds for which it waits for a view. */
    presence: number;
    /** When the call ends without its result, by `performance.now()`. */
    until: number;
    /** Aborts when the request is cancelled or the server shuts down. */
    signal: AbortSignal;
}
declare class HeldCall {
    #private;
    id: string | undefined;
    isClaimed: boolean;
    constructor(session: object, binding: string, release: () => void);
    isOf(session: object, binding: string): boolean;
    claim(): Promise<CallState | undefined>;
    tell(result: Result): void;
    /** Resolves to the result of a call that asks: its own if a view answers in time, else the newest one. */
    wait(asking: Result, { id, presence, until, signal }: HoldOptions): Promise<Result>;
    /** The call has its result, or is over. */
    release(): void;
}
export {};
