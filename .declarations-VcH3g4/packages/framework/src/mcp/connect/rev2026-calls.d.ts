import { type Client } from '@modelcontextprotocol/client';
import type { QuietContext } from '../../tools/context.ts';
import type { StepContext } from '../../tools/effects/step.ts';
import type { Operation } from '../../tools/operation.ts';
import { CallContext, type Heard } from './call-context.ts';
import { type Asked, type Calls, type HostedCall, type Replies, type Round } from './calls.ts';
import type { Relay } from './relay.ts';
import type { Wire } from './transport.ts';
/** 2026: every round is a request of its own, and the server's state is in our journal. Any process can send the next one. */
export declare class Rev2026Calls implements Calls {
    #private;
    readonly resends = true;
    readonly heard: CallContext<Heard>;
    constructor(client: Client, wire: Wire, offer: {
        hasModel: boolean;
        apps: boolean;
    });
    problemOf(): undefined;
    begin(call: HostedCall, step: StepContext, relay: Relay): Promise<Round>;
    reply(call: HostedCall, asked: Asked, replies: Replies, step: StepContext, relay: Relay): Promise<Round>;
    wait(_ctx: QuietContext, _asked: Asked, replies: Operation<Replies>): Operation<Replies>;
    abandon({ task }: Asked): void;
}
