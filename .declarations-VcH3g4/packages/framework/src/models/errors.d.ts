import { SweatpantsError } from '../tools/errors.ts';
/**
 * `configuration`: a key, package or model is missing or refused; `invalid`: the provider did not accept the request;
 * `limited`: too many requests; `unavailable`: overloaded, broken or unreachable; `malformed`: a reply that cannot be
 * read; `interrupted`: a reply that stopped in the middle; `unsupported`: the model does not support the request.
 */
export type ModelErrorCode = 'configuration' | 'invalid' | 'limited' | 'unavailable' | 'malformed' | 'interrupted' | 'unsupported';
/** A model call failed; the message says which model, why, and what to do. */
export declare class ModelError extends SweatpantsError {
    name: string;
    readonly code: ModelErrorCode;
    /** Milliseconds that the provider asked us to wait. */
    readonly retryAfter: number | undefined;
    constructor(code: ModelErrorCode, message: string, options?: {
        cause?: unknown;
        retryAfter?: number | undefined;
    });
}
/** The error for an incomplete reply. */
export declare const interrupted: (id: string, cause?: unknown) => ModelError;
/** The budget does not allow the next call, so it was not made. */
export declare class BudgetError extends SweatpantsError {
    name: string;
    readonly code = "budget";
}
