import type { Store } from '../log/log.ts';
import type { Host, HostEffect } from '../tools/host.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import { type Deferred, type Outcome } from '../tools/outcome.ts';
import type { Peer, PeerEffect } from '../tools/peer.ts';
import { type Ended } from '../tools/run-handle.ts';
import { type Usage } from '../tools/usage.ts';
import type { ChatDriven } from './chat-driven.ts';
import type { ToolCallState, TurnState } from './state.ts';
/** A turn that this node drives, with the calls that it has made. A call that a view makes is driven in the same way. */
export declare class TurnWork implements Peer, Host {
    #private;
    readonly turn: number;
    /** Rejects when it could not be run here. */
    readonly ended: Promise<Ended & {
        usage: Usage;
    }>;
    /** The runs of calls that failed. */
    readonly failed: Set<string>;
    constructor(host: ChatDriven, { turn, model }: Pick<TurnState, 'turn' | 'model'>, viewCall?: ToolCallState);
    /** Whether nothing happens until a person answers. */
    get waits(): boolean;
    get wakeAt(): number | undefined;
    cancel(): void;
    leave(): void;
    /** The turn came past the place at which it was blocked: its calls are listed by what they wait for. */
    unblock(): Promise<void>;
    /** Hands on the approvals and answers that are in the log. */
    sync(): void;
    answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>;
    perform({ id, key, request }: HostEffect, signal: AbortSignal): Deferred;
}
/** Cancels one call of a chat by the id of its run, on any node. Its turn goes on. */
export declare function cancelCall(store: Store, sessionId: string, runId: string): Promise<void>;
/** Returns the id of the run of a turn, or of a call that a view makes. */
export declare const runIdOf: (sessionId: string, turn: number | string) => string;
