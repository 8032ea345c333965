import type { Json } from '../tools/json.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import { type Deferred, type Outcome } from '../tools/outcome.ts';
import type { Peer, PeerEffect } from '../tools/peer.ts';
import { type Ended } from '../tools/run-handle.ts';
import type { McpTool } from '../tools/tool.ts';
import type { ChatDriven } from './chat-driven.ts';
export interface CallRequest {
    callId: string;
    toolName: string;
    arguments: Json;
}
/** A tool that runs in a chat, with a journal of its own. The person at the page answers its questions. */
export declare class CallWork implements Peer {
    #private;
    readonly callId: string;
    readonly ended: Promise<Ended>;
    constructor(host: ChatDriven, tool: McpTool, request: CallRequest, runId: string, model: string);
    get waits(): boolean;
    get wakeAt(): number | undefined;
    cancel(): void;
    leave(): void;
    /** Hands on what has been answered of what is open, and closes what only the log takes for open. */
    sync(): void;
    answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>;
}
