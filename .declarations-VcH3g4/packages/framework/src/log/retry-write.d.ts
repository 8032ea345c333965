import { SweatpantsError } from '../tools/errors.ts';
/** Whether the store answered, and refused. After any other error a write may be stored all the same. */
export declare const isRefused: (error: unknown) => error is SweatpantsError;
/** Retries a write that failed without an answer from the store. The store must recognise a write that it has stored already. */
export declare function retryWrite<T>(write: (isRetry: boolean) => Promise<T>): Promise<T>;
