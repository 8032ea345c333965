import { type Store } from '../../log/log.ts';
import { SweatpantsError } from '../../tools/errors.ts';
import type { Recording } from '../../tools/journal.ts';
import { type Binding } from '../core/carrier.ts';
import type { Channel } from '../core/channel.ts';
import { ProtocolError } from '../core/errors.ts';
import { type Keep, RoundJournal } from './call-work.ts';
import { type Listener } from './client-peer.ts';
import type { Envelope } from './envelope.ts';
import { type Call, type KeptCall, type Played, type Reply, type ReplyEvent, type Round, type Waiting } from './kept-call.ts';
/** A request that waits for a reply. */
export interface Attending extends Listener {
    readonly envelope: Pick<Envelope, 'logLevel' | 'capabilities'>;
    readonly channel: Channel;
    /** When its client is told to check on the call, by `performance.now()`; `Infinity` for a client that waits. */
    readonly until: number;
    /** Whether its client cannot be asked: it reads words, and sends no state. */
    readonly isInWords: boolean;
}
/** A request ends before its call. */
interface ComeBack {
    comeBackWith: string;
    waitsFor?: string | undefined;
}
/** A round that is played: here for the request that began it, or for the store. */
export interface Play {
    call: Call;
    round: Round;
    journal: RoundJournal;
    signal: AbortSignal;
    listeners: Iterable<Listener>;
    /** The id of a run that begins. */
    runId?: string;
    /** What came from others than the client. */
    outside?: Pick<KeptCall, 'received' | 'signals'>;
}
export interface KeptCallsOptions {
    store: Store;
    leaseTtl: number;
    /** Milliseconds between two scans for rounds that other processes have left. Default 1 second. */
    scanEvery?: number;
    /** Milliseconds for which a state is valid and a reply is kept. */
    ttl: number;
    /** Calls of one principal that are kept at one time and have not ended. */
    limit: number;
    /** Whether this server has what is called, in the version that the call began with. */
    accepts: (subject: string, version: string | undefined) => boolean;
    bind: (call: Call) => Binding;
    play: (play: Play) => Promise<Played>;
    /** Milliseconds for which a request waits for other people before its client is told to come back. Default 20 seconds. */
    patience?: number;
    /** Aborts when the server shuts down. */
    closing: AbortSignal;
    now?: () => number;
    onError: (error: unknown) => void;
}
/** The keys of questions to the client begin with it. They are closed when its next request arrives. */
export declare const OWN = "own/";
/** Another request of the same call was kept first. */
export declare class KeptElsewhereError extends SweatpantsError {
    name: string;
}
/** The calls that are in the store. A node drives each of their rounds; any node takes their requests. */
export declare class KeptCalls {
    #private;
    constructor(options: KeptCallsOptions);
    /** Takes up the rounds that other processes have left. */
    start(): Promise<void>;
    close(): Promise<void>;
    /** Resolves when this process has stopped driving a round of the call; `undefined` when it does not drive one. */
    isHere(id: string): Promise<void> | undefined;
    /** Returns the call that a handle names. Throws a `ProtocolError` when the handle is expired, foreign or bound to something else. */
    unpack(state: string, binding: Binding): Promise<KeptCall>;
    /** Throws a `ProtocolError` when a state was not given out for a call, or has expired. */
    check(call: KeptCall, state: string): void;
    /** Cancels a call, also while it waits for its client. */
    cancel(id: string): Promise<void>;
    /**
     * Throws a `LimitError` when no further call of a principal is kept. A call that is kept already goes on. Calls that have
     * ended do not count: they only hold their replies, and expire.
     */
    requireRoom(principal: string | undefined): Promise<void>;
    find(id: string): Promise<KeptCall | undefined>;
    /** Stores a call whose round has ended, with its reply. Throws a `KeptElsewhereError`. */
    store(call: Call, round: Round, recording: Recording, reply: Reply): Promise<void>;
    /** Stores a call whose round waits for others. Throws a `KeptElsewhereError`. */
    storeWaiting(call: Call, round: Round, recording: Recording, waiting: Waiting): Promise<void>;
    /** Returns what keeps a call while its round runs: from its first `once` step, or from its first write if it has a key. */
    keep(call: Call, round: Round, audience: Audience, playing: Promise<Played>): Keep;
    /**
     * Resolves to the reply to a request, which is stored or still to come; the first request with the newest state begins the
     * round. Resolves to the state to come back with when the server shuts down before there is a reply, or when the round
     * waits for others for too long.
     */
    attend(call: KeptCall, round: Round, waiting: Attending, isLate?: boolean): Promise<ReplyEvent['reply'] | ComeBack>;
    /** Says once what a `once` step cannot promise without a durable store. */
    warn(subject: string): void;
}
/** The error of a call that other code began. What the developer needs to know is reported where the round is played. */
export declare const otherCode: () => ProtocolError;
/** The requests that wait for one round. The round is cancelled when the last of them is (R10). */
export declare class Audience {
    #private;
    readonly listeners: Set<Listener>;
    get signal(): AbortSignal;
    /** Cancels the round for all requests. */
    cancel(): void;
    /** From now on the round goes on without its client. */
    letGo(): void;
    /** Returns a function that ends the waiting. `onCancel` is called when the request is cancelled before. */
    add(waiting: Attending, onCancel?: () => void): () => void;
    /** Lets those who wait here wait with another audience. */
    moveTo(other: Audience): void;
}
export {};
