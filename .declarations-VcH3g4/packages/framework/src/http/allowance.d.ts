import { HttpError } from './http-error.ts';
/** A limit that a request has met. */
export interface Limit {
    /** What is limited, in the plural. */
    readonly name: string;
    readonly max: number;
    /** Whose limit it is: one caller's, or that of all callers of the server together. */
    readonly per: 'caller' | 'server';
}
/** A request that is refused because a limit is reached. */
export declare class LimitError extends HttpError {
    name: string;
    readonly limit: Limit;
    constructor(limit: Limit, advice: string);
}
export interface AllowanceOptions {
    /** What is counted, in the plural. */
    name: string;
    /** What a refused caller can do. */
    advice: string;
    total: number;
    perCaller: number;
    /** For all callers that cannot be told apart. Default: the total. */
    shared?: number;
}
/** Counts what callers hold at one time, per caller before it counts all together. */
export declare class Allowance {
    #private;
    constructor(options: AllowanceOptions);
    /** Throws a `LimitError` if the caller may not take one more. */
    check(caller: string | undefined): void;
    /** Returns a function that gives it back, once. Throws a `LimitError`. */
    take(caller: string | undefined): () => void;
}
/** Returns the name under which a caller is counted: its principal, else its address, else `undefined`. */
export declare function toCallerName(principal: string | undefined, address: string | undefined): string | undefined;
