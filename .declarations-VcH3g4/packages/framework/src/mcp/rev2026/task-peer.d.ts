import type { Store } from '../../log/log.ts';
import type { NewQuestion } from '../../log/questions.ts';
import type { ElicitEffect } from '../../tools/effects/elicit.ts';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import { type Deferred, type Failed, type Outcome } from '../../tools/outcome.ts';
import type { OutsideWait } from '../../tools/outside.ts';
import type { Peer, PeerEffect } from '../../tools/peer.ts';
import { type ClientCapabilities } from '../core/client-capabilities.ts';
import { type InputRequest } from '../core/input-request.ts';
import type { Sampler } from '../core/sampler.ts';
/** A question as a task publishes it. */
export interface OpenQuestion {
    /** The question's id and address in the run. */
    id: string;
    at: string;
    attempt: number;
    expiresAt?: number;
    request: InputRequest;
}
/** A time that JSON can hold and that never comes: a signal has no last moment. */
export declare const FOREVER: number;
export interface TaskPeerOptions {
    store: Pick<Store, 'isDurable'>;
    sampler: Sampler;
    capabilities: ClientCapabilities;
    /** The principal of the task, who answers what the client is asked. */
    owner: string | undefined;
    /** Resolves to the URI of the view that shows a question in place of a form. */
    viewOf?: (question: ElicitEffect) => Promise<string | undefined>;
}
/** A question was asked, or is open no more; or the tool has sent a notification. */
export type TaskChange = 'asked' | 'closed' | 'status';
/** What a question is published under. One that is asked again gets another key, so a key never stands for two requests. */
export declare const toKey: ({ id, attempt }: Pick<OpenQuestion, 'id' | 'attempt'>) => string;
/** The client of a task, which polls: a question is published at once and stays open until it is answered, expires or is withdrawn. */
export declare class TaskPeer implements Peer {
    #private;
    /** Open questions to the client by key. */
    readonly open: Map<string, OpenQuestion>;
    /** Open questions to people by key, as the store indexes them. */
    readonly indexed: Map<string, NewQuestion>;
    /** The tool's last notification. */
    notification: string | undefined;
    constructor(options: TaskPeerOptions, onChange: (what: TaskChange) => void);
    /** What a client is told while it need not answer anything: for whom the task waits, or else the tool's last notification. */
    get statusMessage(): string | undefined;
    /** Until when something that the task waits for may arrive; 0 if it waits for nothing that has such a time. */
    get until(): number;
    get inputRequests(): Record<string, InputRequest>;
    /** Indexes a question to other people, which the client does not see. */
    readonly onWait: (wait: OutsideWait, ended: AbortSignal) => Failed | undefined;
    answer(effect: PeerEffect, signal: AbortSignal): MaybePromise<Outcome | Deferred>;
    /** Removes a question that was answered. One to other people may need more answers: it stays until the run ends its wait. */
    close(key: string): void;
    /** Removes the questions whose time is up. */
    closeExpired(now: number): void;
}
