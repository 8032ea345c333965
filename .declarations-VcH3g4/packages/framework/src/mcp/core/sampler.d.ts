import type { Model } from '../../models/model.ts';
import type { SampleEffect } from '../../tools/effects/sample.ts';
import { type Outcome } from '../../tools/outcome.ts';
import { type ClientCapabilities } from './client-capabilities.ts';
/** Decides whether the client or the server's model answers a sample, and asks the server's model. */
export declare class Sampler {
    #private;
    constructor(model: Model | undefined, preference: 'client-first' | 'server-first');
    get hasModel(): boolean;
    /** Whether the client is asked. Otherwise the server's model is, if there is one. */
    asksClient(effect: SampleEffect, client: ClientCapabilities): boolean;
    /** Asks the server's model; the outcome is recorded like that of a step. */
    answer(effect: SampleEffect, signal: AbortSignal): Promise<Outcome>;
}
