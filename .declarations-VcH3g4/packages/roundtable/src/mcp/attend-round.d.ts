import type { Operation, QuietContext, StepContext } from '@sweatpants/framework';
import type { Begun, Roundtable } from '../debate/roundtable.ts';
import { type Refusal } from './refusal.ts';
import { type RoundReply } from './round-reply.ts';
type Begin = (step: StepContext) => Promise<Begun>;
/**
 * Begins or joins a round, reports each answer as progress, and replies when the round has ended. A request that is cancelled, which
 * clients also do when they time out, leaves the round running; after the roundtable's patience the call replies with what there is.
 * A task has no request that could time out: it waits for the end, and cancelling it interrupts the round.
 */
export declare function attendRound(roundtable: Roundtable, ctx: QuietContext, begin: Begin): Operation<RoundReply | Refusal>;
/** Attends a round to its end, however long that takes. Cancelling it interrupts the round. */
export declare function attendToEnd(roundtable: Roundtable, ctx: QuietContext, begin: Begin): Operation<RoundReply | Refusal>;
export {};
