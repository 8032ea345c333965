import type { Answers } from '../tools/answer-box.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { Peer, Question } from '../tools/peer.ts';
import type { ContractCase } from './contract.ts';
/** A peer, with the person of the contract behind it: one who answers every question with `contractAnswer`. */
export interface PeerUnderContract {
    peer: Peer;
    /** How the answers of a peer that defers come back, by question id; those it has none for stay open. */
    collect?(questions: readonly Question[]): MaybePromise<Answers>;
    /** Called after the case, however it ended. */
    close?(): MaybePromise<void>;
}
/**
 * What the person of the contract answers when shown a question for the nth time, or undefined: then they say nothing.
 * All they go by is the message, which every peer shows: `Say: decline`, or `Say: x, then apple` for one refused answer.
 */
export declare function contractAnswer(message: string, attempt: number): ElicitAnswer<{
    word: string;
}> | undefined;
/** What every peer does. `create` gives a peer that has answered nothing yet; each case has its own. */
export declare function peerContract(create: () => MaybePromise<PeerUnderContract>): ContractCase[];
