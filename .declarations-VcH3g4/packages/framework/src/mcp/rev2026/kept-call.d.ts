/**
 * A stateless call in the store, as its stream has it: what was called, each request that went on with it, the entries of
 * its run, and how each request was answered.
 *
 * K1 A state is gone on with once. The same request again gets the same reply, on every node.
 * K2 The same state with other answers, and a state of another past, are refused.
 * K3 A reply is stored before it is sent.
 * K4 A round whose process was killed goes on where its journal ends; a `once` step that had started is not run again.
 */
import type { NewStream, Opened } from '../../log/log.ts';
import type { NewQuestion } from '../../log/questions.ts';
import { type RunChange } from '../../log/run-index.ts';
import { type RunEvent, type RunRegister } from '../../log/run-journal.ts';
import type { Progress, Recording } from '../../tools/journal.ts';
import type { Json } from '../../tools/json.ts';
import { type Carried, type Claim } from '../core/carrier.ts';
import type { ClientCapabilities } from '../core/client-capabilities.ts';
import { ProtocolError } from '../core/errors.ts';
import type { OutsideAnswer, OutsideSignal } from '../core/outside-event.ts';
/** What is called, and by whom. */
export interface Call {
    /** The method and the name. */
    subject: string;
    arguments: unknown;
    principal: string | undefined;
}
/** One request of a call. */
export interface Round {
    /** Absent in the first request of a call without an idempotency key: it cannot be told from another one. */
    claim?: Claim;
    /** The rounds before: how many, and the claims of the latest. */
    rounds: number;
    claims: readonly Claim[];
    answers: Readonly<Record<string, unknown>>;
    receivedAt: number;
    capabilities: ClientCapabilities;
}
/** What a request is answered: a result, with the state that is in it and the questions that stay open, or a JSON-RPC error. */
export type Reply = {
    result: Record<string, unknown>;
    state?: string;
    questions?: readonly NewQuestion[];
} | {
    error: ReplyError;
};
/** A round that waits for other people, or for a signal: it has no reply yet, and goes on without its client. */
export interface Waiting {
    /** What the client is told. */
    waitsFor: string;
    questions: readonly NewQuestion[];
    wakeAt: number | undefined;
}
/** How far a round came. */
export type Played = Reply | Waiting;
export interface ReplyError {
    code: number;
    message: string;
    data?: unknown;
}
export type CallEvent = RunEvent
/** The first record. `rounds`: how many there were before. */
 | {
    type: 'call';
    subject: string;
    arguments: Json;
    binding: string;
    rounds: number;
}
/** A request that went on with the call before it was kept. */
 | ({
    type: 'past';
} & Claim)
/** The call is to be cancelled, also while it waits for its client. */
 | {
    type: 'cancel';
    time: number;
} | ({
    type: 'round';
    given: Json;
    time: number;
    capabilities: ClientCapabilities;
} & Claim) | ReplyEvent | OutsideAnswer | OutsideSignal;
export interface ReplyEvent {
    type: 'reply';
    time: number;
    reply: {
        result: Json;
    } | {
        error: ReplyError;
    };
    /** The mark of the state in the reply. */
    next?: string;
}
/** `ordinal`: which round it began, from 1. */
type Past = Claim & {
    ordinal?: number;
    round?: Extract<CallEvent, {
        type: 'round';
    }>;
    reply?: ReplyEvent;
};
/** What the register of a call has beside its run. */
export interface CallRegister extends RunRegister {
    /** For whom it waits, while it does. */
    waitsFor?: string;
}
export interface KeptCall extends Call, Carried {
    id: string;
    head: number;
    binding: string;
    register: CallRegister;
    /** What came from others than the client. */
    received: readonly OutsideAnswer[];
    signals: readonly OutsideSignal[];
    /** The keys of the questions that the store had open when the call was loaded. */
    indexed: readonly string[];
    isDriven: boolean;
    isBlocked: boolean;
    isCancelled: boolean;
    /** The requests that are known, in their order. */
    history: readonly Past[];
    /** The last answer to a request. */
    last: ReplyEvent | undefined;
}
export declare const cancelled: () => ProtocolError;
/** The digest of no answers. A request without answers asks what became of its state. */
export declare const NO_ANSWERS = "";
export declare const addClaim: ({ claim, claims }: Pick<Round, 'claim' | 'claims'>) => readonly Claim[];
/** Returns the stream of a call that is kept from this round on, or after it when there is a reply. */
export declare function toStream({ subject, arguments: args, principal }: Call, round: Round, recording: Recording, binding: string, { reply, questions, waitsFor }?: {
    reply?: ReplyEvent;
} & Partial<Pick<Waiting, 'questions' | 'waitsFor'>>): NewStream<CallEvent>;
/** Returns how lists show a call after a reply: it waits if the reply holds a state. */
export declare function toRunChange({ reply, next }: ReplyEvent, progress: Progress): RunChange;
/** Only a request that can be told from another one is stored. */
export declare const toRoundEvent: ({ claim, answers, receivedAt, capabilities }: Round) => CallEvent;
export declare const toReplyEvent: (reply: Reply, time: number) => ReplyEvent;
/** Puts a call together from its stream. */
export declare function toKeptCall(opened: Opened<CallEvent>, indexed?: readonly string[]): KeptCall;
/** Returns the round that has no reply yet; for a cancelled call that waited, the round in which its `finally` runs. */
export declare function openRound(call: KeptCall): Round | undefined;
/**
 * Returns the reply to a request, or whether it begins a round or waits for one. Throws for a state that was gone on with
 * otherwise (K2); a request that waits already gets its reply even if there are newer rounds by then.
 */
export declare function judge(call: KeptCall, round: Round, isWaiting: boolean): ReplyEvent | 'begin' | 'wait';
export {};
