import type { Branch } from './branch.ts';
import type { Effect } from './effect.ts';
/** Something a tool waits for: a generator of effects, lazy, used once, with `yield*`. */
export interface Operation<T> {
    [Symbol.iterator](): Iterator<Effect, T, unknown>;
}
/** What an operation returns. */
export type Awaited<T> = T extends Operation<infer R> ? R : never;
/** An operation that knows whether it was used: never and twice are both mistakes, and the error names it. */
declare abstract class OnceOperation<T> implements Operation<T> {
    #private;
    readonly label: string;
    constructor(branch: Branch, label: string);
    [Symbol.iterator](): Iterator<Effect, T, unknown>;
    protected abstract start(): Iterator<Effect, T, unknown>;
}
/** Begins what a body returned. JavaScript may have given an async or a plain function. */
export declare function begin<T>(operation: Operation<T>, what: string): Iterator<Effect, T, unknown>;
/** Yields one effect and returns what the runtime gives back for it. */
export declare class EffectOperation<T> extends OnceOperation<T> implements Iterator<Effect, T, unknown> {
    #private;
    constructor(branch: Branch, label: string, effect: Effect);
    protected start(): this;
    next(value?: unknown): IteratorResult<Effect, T>;
    throw(error: unknown): never;
    return(value?: T): IteratorResult<Effect, T>;
}
/** An operation made of others. */
export declare class ComposedOperation<T> extends OnceOperation<T> {
    #private;
    constructor(branch: Branch, label: string, body: () => Iterator<Effect, T, unknown>);
    protected start(): Iterator<Effect, T, unknown>;
}
export {};
