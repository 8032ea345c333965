import { type Store } from '../log/log.ts';
import { type Json } from '../tools/json.ts';
import type { SignalClaims } from './token.ts';
/** Sends signals to runs. The holder of a URL has no other credentials, so the signals of a URL are limited. */
export declare class Signals {
    #private;
    constructor(store: Store);
    /**
     * Sends a signal to the run that a token names. It is kept until the tool waits for it. The same `id` counts once. Rejects
     * with an `HttpError` when the run is over or gone, when it has too many signals, or when it cannot take the value.
     */
    send({ refs, event }: SignalClaims, value: Json | undefined, id?: string): Promise<void>;
}
