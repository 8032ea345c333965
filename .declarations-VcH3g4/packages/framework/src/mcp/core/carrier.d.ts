import { SweatpantsError } from '../../tools/errors.ts';
import type { Recording } from '../../tools/journal.ts';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import { ProtocolError } from './errors.ts';
/** The call that a `requestState` belongs to; it is refused for every other one. */
export interface Binding {
    /** The method and the name: a tool and a prompt may have the same one. */
    subject: string;
    /** The raw arguments; their canonical form is bound. */
    arguments: unknown;
    principal: string | undefined;
    /** The server that made the state. */
    audience: string;
}
/** A request that went on from a state. */
export interface Claim {
    /** The mark of the state. */
    from: string;
    /** A digest of the answers. */
    answers: string;
}
/** A run between two rounds. */
export interface Carried {
    recording: Recording;
    /** How many rounds there have been. */
    rounds: number;
    /** The claims of the latest rounds, the last one last. */
    claims: readonly Claim[];
    /** When the state was made, where the carrier knows it. */
    askedAt?: number;
}
/** Takes a run from one round of a stateless call to the next. */
export interface Carrier {
    /** Returns the state that the client sends back. */
    pack(carried: Carried, binding: Binding): MaybePromise<string>;
    /** Returns the run in a state. Throws a `ProtocolError` (-32602) when the state is tampered with, expired, foreign or bound to something else. */
    unpack(state: string, binding: Binding): MaybePromise<Carried>;
}
/** The run is too large to travel in a state. */
export declare class StateSizeError extends SweatpantsError {
    name: string;
    constructor(subject: string, size: number, limit: number);
}
/** Returns the same text for the same call; the order of keys in its arguments does not matter. */
export declare function digestBinding({ subject, arguments: args, principal, audience }: Binding): string;
/** Returns the state of a call that is in the store. */
export declare const toHandle: (id: string, rounds: number) => string;
/** Returns the state with which a client comes back for the reply of a round that waits for others. */
export declare const toWaitHandle: (id: string, round: number) => string;
/** Returns which round a client comes back for; `undefined` for every other state. */
export declare function readWaitHandle(state: string): number | undefined;
export declare const isHandle: (state: string) => boolean;
/** Returns a text that no other state has: a handle itself, or the tag at the end of a sealed state. */
export declare const toMark: (state: string) => string;
/** Returns the id of the call that a handle names. */
export declare const readHandle: (state: string) => string | undefined;
/** The same error for every check, so that a client does not learn which one failed. */
export declare const notValid: () => ProtocolError;
export declare const expired: () => ProtocolError;
export declare const usedAlready: () => ProtocolError;
export declare const answeredOtherwise: () => ProtocolError;
