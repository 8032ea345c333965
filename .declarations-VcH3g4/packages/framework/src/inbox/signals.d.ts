import { type Store } from '../log/log.ts';
import { type Json } from '../tools/json.ts';
import { type SignalClaims, Tokens } from './token.ts';
export interface SendSignalOptions {
    /** The secrets of the inbox that made the URL. */
    keys: readonly string[];
    /** Tells a signal that is sent again from another one: the same `id` counts once. */
    id?: string;
}
/**
 * Sends a signal to the run that the URL of `ctx.signalUrl`, or its token, names, from a process without an inbox. Rejects with an
 * `HttpError` when the run is over or deleted, when it has too many signals, or when it cannot take the value.
 */
export declare const sendSignal: (store: Store, urlOrToken: string, value: Json | undefined, { keys, id }: SendSignalOptions) => Promise<void>;
/** Sends signals to runs. The holder of a URL has no other credentials, so the signals of a URL are limited. */
export declare class Signals {
    #private;
    constructor(store: Store);
    sendTo(tokens: Tokens, urlOrToken: string, value: Json | undefined, id: string | undefined): Promise<void>;
    /**
     * Sends a signal to the run that a token names. It is kept until the tool waits for it. The same `id` counts once. Rejects
     * with an `HttpError` when the run is over or gone, when it has too many signals, or when it cannot take the value.
     */
    send({ refs, event, runId }: SignalClaims, value: Json | undefined, id?: string): Promise<void>;
}
