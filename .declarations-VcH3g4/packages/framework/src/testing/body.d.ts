import type { ToolContext } from '../tools/context.ts';
import type { Elicits } from '../tools/elicit.ts';
import type { Operation } from '../tools/operation.ts';
import { type Script } from './script.ts';
export type TestBody<E extends Elicits> = (ctx: ToolContext<E>) => Operation<unknown>;
/** A script, and the questions that the body may ask. */
export type TestScript<E extends Elicits> = Script<NoInfer<E>> & {
    elicits?: E;
};
/** Runs a test's body as that of a tool; what the body throws is what it rejects with. */
export declare function runBody<E extends Elicits>(script: TestScript<E>, body: TestBody<E>): Promise<void>;
