import { type Json } from './json.ts';
/** A failure as it is recorded: what is left of an error when only JSON survives. */
export interface Failure {
    name: string;
    message: string;
    code?: string | number;
    data?: Json | undefined;
}
export interface Failed {
    type: 'failure';
    failure: Failure;
}
/** How an effect ended. */
export type Outcome = {
    type: 'value';
    value: unknown;
} | Failed;
/** The peer cannot, or need not, wait: the answer comes later, through `resume`. */
export interface Deferred {
    type: 'deferred';
}
/** An attempt at a step has failed, and another one begins at `nextAt`. */
export interface Retried {
    type: 'retried';
    failure: Failure;
    nextAt: number;
}
/** Says that the answer comes later. */
export declare const deferred: Deferred;
/** The outcome of an effect that has a value. */
export declare const succeeded: (value: unknown) => Outcome;
/** The recorded form of anything thrown. */
export declare function failed(thrown: unknown): Failed;
