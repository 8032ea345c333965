import { type QuietContext } from '../context.ts';
import { type Operation } from '../operation.ts';
import type { Deferred, Outcome } from '../outcome.ts';
/** Begins to listen, and returns an outcome that is there already, or `deferred` and settles later. */
export type Listen = (settle: (outcome: Outcome) => void, signal: AbortSignal) => Outcome | Deferred;
/**
 * Waits for something that this process listens to. Unlike a step it does not keep a run from parking. For hosts of other
 * servers; a tool waits with the members of its context.
 */
export declare function waitFor<T>(ctx: QuietContext, key: string, listen: Listen): Operation<T>;
