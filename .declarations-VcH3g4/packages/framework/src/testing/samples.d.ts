import type { SampleEffect, SampleReply } from '../tools/effects/sample.ts';
import type { Usage } from '../tools/usage.ts';
/** What the scripted model says: a text, a reply with more to it, or an error for a call that fails. */
export type Sample = string | SampleParts | Error;
export interface SampleParts {
    text?: string;
    /** The data of a structured answer: becomes a call of `__schema__`. */
    parsed?: unknown;
    toolCalls?: readonly {
        name: string;
        input: Record<string, unknown>;
        id?: string;
    }[];
    model?: string;
    stopReason?: string;
    usage?: Usage;
}
export type ScriptedSample = Sample | ((question: SampleEffect) => Sample);
/** A reply as a model would send it. Ids follow from the question, so that a replay has the same ones. */
export declare function toSampleReply(sample: string | SampleParts, id: string): SampleReply;
