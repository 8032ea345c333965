import type { StreamRef } from '../log/log.ts';
import type { AnswerEvent } from './question.ts';
/** What a link is for: one answer, of one person, to one question as it was shown. */
export interface LinkClaims {
    questionId: string;
    digest: string;
    by: string;
    expiresAt: number;
}
/** What a signal URL is for: the event without its value, and the streams to append to, of which the first that exists gets it. */
export interface SignalClaims {
    refs: readonly StreamRef[];
    event: AnswerEvent;
    /** The run that the signal is for, where the streams outlive it: a chat goes on after its calls. */
    runId?: string;
}
/** Seals what a URL is for. It is encrypted and authenticated, so a URL tells nothing and cannot be made or changed. */
export declare class Tokens {
    #private;
    /** Without secrets no other process opens the tokens of this one. */
    constructor(secrets: readonly string[] | undefined);
    sealLink: (claims: LinkClaims) => string;
    sealSignal: (claims: SignalClaims) => string;
    /** Return what was sealed, or `undefined` for any other text. */
    openLink: (token: string) => LinkClaims | undefined;
    openSignal: (token: string) => SignalClaims | undefined;
}
