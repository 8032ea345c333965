import type { Model } from '../../models/model.ts';
import { type ToolContext } from '../../tools/context.ts';
import type { Effect } from '../../tools/effect.ts';
import { type SchemaLimits } from '../../tools/survey-schema.ts';
import type { HostedQuestion, Replies } from './calls.ts';
type Asking<T> = Generator<Effect, T, unknown>;
/** What answers the questions of a server, besides the run. */
export interface Answering {
    /** Answers samples in place of the run. */
    model: Model | undefined;
    /** The server that asks, by a name that it cannot choose. */
    origin: string;
    /** How large the schemas in a question may be. */
    limits: SchemaLimits;
    /** Whether views of the server are shown in place of forms: both sides have declared it. */
    showsApps: boolean;
}
/** Asks all questions of a round at once, each as an effect of our run. */
export declare function askAll(ctx: ToolContext, questions: readonly HostedQuestion[], answering: Answering): Asking<Replies>;
export {};
