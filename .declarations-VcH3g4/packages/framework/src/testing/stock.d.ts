import { ScriptError } from './script-error.ts';
/** Everything that a script holds, so that what is missing and what is left can be told together. */
export declare class Stock {
    #private;
    /** The first thing that was missing. */
    problem: ScriptError | undefined;
    add<T>(supply: Supply<T>, describe: (left: number) => string): Supply<T>;
    left(): string[];
    refuse(problem: string): never;
}
/** What a script has for one purpose: things taken in order, or one that serves every time. */
export declare class Supply<T> {
    #private;
    private constructor();
    static inOrder<T>(items: readonly T[]): Supply<T>;
    static always<T>(item: T): Supply<T>;
    /** The next one, in a box because it may be `undefined` itself. */
    take(): {
        item: T;
    } | undefined;
    /** How many were never taken. */
    get left(): number;
}
export declare const count: (number: number, noun: string) => string;
