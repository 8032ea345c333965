import type { StepBody, StepContext } from '../tools/effects/step.ts';
import { type Stock } from './stock.ts';
/** What a step gives instead of running its body: a value, an error that it throws, or a function of its own. */
export type StepStandIn = ((step: StepContext) => unknown) | object | string | number | boolean | null | undefined;
/** Stand-ins by the name of the step. Each serves every run of its step, but for `inOrder`. */
export type ScriptedSteps = Readonly<Record<string, StepStandIn>>;
export declare class InOrder {
    readonly items: readonly unknown[];
    constructor(items: readonly unknown[]);
}
/** One stand-in for each run of a step, or one value for each signal of a name. A plain array is one value. */
export declare const inOrder: (...items: readonly unknown[]) => object;
/** Runs the stand-in of a step where the script has one, and its body where it has none. */
export declare function createStepRunner(steps: ScriptedSteps, stock: Stock): (name: string, body: StepBody<unknown>, step: StepContext) => unknown;
