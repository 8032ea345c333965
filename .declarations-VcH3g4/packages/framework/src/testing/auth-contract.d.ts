import { type Caller } from '../http/auth.ts';
import { type TokenAuth } from '../mcp/core/auth.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import type { ContractCase } from './contract.ts';
/** An auth that takes the tokens of the contract's callers. */
export interface AuthUnderContract {
    auth: TokenAuth;
    /** Returns a valid token of this caller. */
    tokenOf(caller: Caller): MaybePromise<string>;
    /** Makes tokens impossible to check from now on, as when their issuer cannot be reached; absent where that cannot happen. */
    cutOff?(): MaybePromise<void>;
    /** Called after the case, however it ended. */
    close?(): MaybePromise<void>;
}
export interface AuthContractOptions {
    /** The scopes that every request must have. */
    requiredScopes: readonly string[];
}
/**
 * What every `TokenAuth` does. `create` returns one that has seen no token; each case has its own.
 *
 * ```ts
 * describeContract('our auth', authContract(({ requiredScopes }) => ({ auth: createOurAuth({ requiredScopes }), tokenOf: issue })))
 * ```
 */
export declare function authContract(create: (options: AuthContractOptions) => MaybePromise<AuthUnderContract>): ContractCase[];
