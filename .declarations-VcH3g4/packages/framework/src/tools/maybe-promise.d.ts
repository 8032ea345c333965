/** A value now or later. Nothing that is there already is awaited: a tool that never waits does not pay for waiting. */
export type MaybePromise<T> = T | Promise<T>;
/** Told by its `then`: a promise of another realm or library is one too. */
export declare function isPromise<T>(value: MaybePromise<T>): value is Promise<T>;
export declare function andThen<T, U>(value: MaybePromise<T>, next: (value: T) => MaybePromise<U>): MaybePromise<U>;
/** Catches the rejections of promises that nothing will wait for: they would end the process. */
export declare function silence(value: unknown, levels?: number): void;
/** The promise, or a rejection as soon as the signal aborts. */
export declare function orAborted<T>(promise: MaybePromise<T>, signal: AbortSignal): Promise<T>;
