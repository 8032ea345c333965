import type { Failure } from './outcome.ts';
/** The base of every error this package throws. The message says what was expected, what came, and what to do. */
export declare class SweatpantsError extends Error {
    name: string;
}
/** A tool was declared wrongly: a bad name, a duplicate call, a schema that cannot be asked. Thrown while it is built. */
export declare class ToolDefinitionError extends SweatpantsError {
    name: string;
}
/** The caller's arguments do not fit the tool's parameters. */
export declare class ToolInputError extends SweatpantsError {
    name: string;
}
/** The tool returned something that its own `.output` schema refuses. */
export declare class ToolOutputError extends SweatpantsError {
    name: string;
}
/** The tool needs something (`.requires`) that the place it runs in cannot do. */
export declare class ToolCapabilityError extends SweatpantsError {
    name: string;
    readonly missing: readonly string[];
    constructor(tool: string, missing: readonly string[], remedy?: string);
}
/** The body of a tool broke a rule of effects: a foreign yield, an operation used twice or never, an effect in a step. */
export declare class ToolUsageError extends SweatpantsError {
    name: string;
}
/** A value that JSON cannot carry, with the place where it was found. */
export declare class JsonError extends SweatpantsError {
    name: string;
    /** The most characters that were allowed, where there were more. */
    readonly limit: number | undefined;
    constructor(message: string, { limit, ...options }?: ErrorOptions & {
        limit?: number;
    });
}
/**
 * The run met code that it was not recorded with. It stops, and its journal stays as it is: the right code can go on with it
 * (R13). The message is for the developer, `clientMessage` for the client.
 */
export declare abstract class OtherCodeError extends SweatpantsError {
    readonly clientMessage = "it is paused until a server version that can continue it is running";
}
/** The journal and the tool disagree: the code has changed, or is not deterministic. */
export declare class DivergenceError extends OtherCodeError {
    name: string;
}
/** A recorded answer does not fit its question. */
export declare class MisfitError extends DivergenceError {
    /** Why it does not fit. */
    readonly problem: string;
    constructor(message: string, problem: string);
}
/** A run was begun by another `.version` of the tool. */
export declare class VersionError extends OtherCodeError {
    name: string;
    readonly tool: string;
    /** The version that began the run, and the one that is here. */
    readonly begun: string | undefined;
    readonly current: string | undefined;
    constructor(run: string, tool: string, begun: string | undefined, current: string | undefined);
}
/** Another writer continued this run first. */
export declare class JournalConflictError extends SweatpantsError {
    name: string;
    readonly runId: string;
    readonly expected: number;
    readonly found: number;
    constructor(runId: string, expected: number, found: number);
}
/** A sub-branch would be deeper than `maxDepth`. */
export declare class ToolDepthError extends SweatpantsError {
    name: string;
    readonly depth: number;
    readonly limit: number;
    constructor(limit: number);
}
/** The branch has used the tokens it was given; the next model call was not made. */
export declare class ToolTokenError extends SweatpantsError {
    name: string;
    readonly used: number;
    readonly budget: number;
    constructor(used: number, budget: number);
}
/** The running time of a tool or branch passed its `timeout`; time spent waiting for a person does not count. */
export declare class ToolTimeoutError extends SweatpantsError {
    name: string;
    readonly path: string;
    readonly limit: number;
    constructor(path: string, limit: number);
}
/** The `finally` blocks of a halted tool or branch took longer than `limits.cleanup`. What was left of them did not run. */
export declare class CleanupError extends SweatpantsError {
    name: string;
    readonly path: string;
    readonly limit: number;
    constructor(tool: string, path: string, limit: number, waitedFor: string);
}
/**
 * The store failed, so a write may have been stored or not. The message is for clients; `cause`, the error of the database, is
 * for the log of the server.
 */
export declare class StoreError extends SweatpantsError {
    name: string;
    readonly code = "store_unavailable";
}
/** An effect failed. The same error, with the same fields, is seen live and on replay. */
export declare class EffectError extends SweatpantsError {
    name: string;
    readonly failure: Failure;
    constructor(what: string, failure: Failure);
}
/** A step threw. `failure` holds the name, message, code and data of what it threw. */
export declare class StepError extends EffectError {
    name: string;
}
/** A `once` step was interrupted: it had started, its outcome was never recorded, and it is not run again. */
export declare class StepInterruptedError extends EffectError {
    name: string;
}
/** A model call failed. */
export declare class SampleError extends EffectError {
    name: string;
}
/** A question could not be asked, was answered wrongly too often, or has changed too often. */
export declare class ElicitError extends EffectError {
    name: string;
    /** How many answers were refused, or how often the question has changed, where that is why. */
    get attempts(): number | undefined;
}
/** The client could not give its roots. */
export declare class RootsError extends EffectError {
    name: string;
}
/** The call could not go on as a task. */
export declare class DetachError extends EffectError {
    name: string;
}
/** The host of a run could not do what the run needs. */
export declare class HostError extends EffectError {
    name: string;
}
/** A signal could not be waited for, has no URL, or arrived with a value that its schema refuses. */
export declare class SignalError extends EffectError {
    name: string;
}
/** `before` or `after` of a handoff threw. */
export declare class HandoffError extends EffectError {
    name: string;
}
/** Something was thrown that is not an Error, and so has no stack. */
export declare class ThrownValueError extends SweatpantsError {
    name: string;
    readonly value: unknown;
    constructor(value: unknown);
}
/** What was thrown, as an error. */
export declare const toError: (thrown: unknown) => Error;
/** `sampleSchema` or `sampleTools` got no valid answer within its retries. */
export declare class SampleValidationError extends SweatpantsError {
    name: string;
    readonly attempts: number;
    readonly problem: string;
    constructor(attempts: number, problem: string);
}
