import type { Client, Tool } from '@modelcontextprotocol/client';
import type { QuietContext } from '../../tools/context.ts';
import type { Effect } from '../../tools/effect.ts';
import type { StepContext } from '../../tools/effects/step.ts';
import type { Operation } from '../../tools/operation.ts';
import { type InputRequest } from '../core/input-request.ts';
import { CallContext } from './call-context.ts';
import { type Asked, type Calls, type HostedCall, type Replies, type Round } from './calls.ts';
import { LiveCall } from './live-call.ts';
import type { Relay } from './relay.ts';
import type { Wire } from './transport.ts';
/**
 * 2025: a call is one request that stays open while the server asks; tasks of this revision are not supported. A step of our run sends it and ends with the first
 * questions, so that the run can ask them and park; the next step hands over the answers. The open call lives in this
 * process only, and `state` names it.
 *
 * A pipe does not say which call a question belongs to. There calls take turns: one runs at a time, a question belongs to
 * the one that runs, and others go on while one waits for its answers.
 */
export declare class Rev2025Calls implements Calls {
    #private;
    readonly resends = false;
    readonly heard: CallContext<LiveCall>;
    constructor(client: Client, wire: Wire);
    problemOf({ execution }: Tool): string | undefined;
    begin(call: HostedCall, step: StepContext, relay: Relay): Promise<Round>;
    reply(_call: HostedCall, asked: Asked, replies: Replies, step: StepContext, relay: Relay): Promise<Round>;
    wait(ctx: QuietContext, asked: Asked, replies: Operation<Replies>): Generator<Effect, Replies, unknown>;
    abandon(asked: Asked): void;
    /** Resolves to the answer to a question that the server asks while a call is open. */
    ask({ method, params }: InputRequest, withdrawn: AbortSignal): Promise<Record<string, unknown>>;
}
