import type { Operation, QuietContext, StepContext } from '@sweatpants/framework';
import type { Begun, Roundtable } from '../debate/roundtable.ts';
import { type Refusal } from './refusal.ts';
import { type RoundReply } from './round-reply.ts';
/** Begins a round, reports each answer as progress, and replies when the round has ended. */
export declare function attendRound(roundtable: Roundtable, ctx: QuietContext, begin: (step: StepContext) => Promise<Begun>): Operation<RoundReply | Refusal>;
