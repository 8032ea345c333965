import { type EffectError, SweatpantsError } from '../../tools/errors.ts';
import type { Failure } from '../../tools/outcome.ts';
/** Why a server is not connected: for a host that must not show the words of the server. */
export type ConnectProblem = 'not started' | 'unreachable' | 'sign-in needed' | 'too much' | 'not MCP';
/** The server could not be started or reached, or it does not speak MCP. */
export declare class HostedConnectError extends SweatpantsError {
    name: string;
    readonly problem: ConnectProblem;
    constructor(problem: ConnectProblem, message: string, options?: ErrorOptions);
}
/** A tool of a server that is not used, and the reason. */
export declare class HostedToolError extends SweatpantsError {
    name: string;
}
/** A view of a server that cannot be shown, and the reason. */
export declare class HostedViewError extends SweatpantsError {
    name: string;
}
/** The server, or the connection to it, failed a call. `failure` holds its JSON-RPC code and data, if it sent some. */
export declare class HostedCallError extends SweatpantsError {
    name: string;
    readonly server: string;
    readonly tool: string;
    readonly failure: Failure | undefined;
    constructor(server: string, tool: string, problem: string, failure?: Failure);
}
/**
 * The process that waited for the call ended before the result came. The outcome is unknown. The call is not sent again,
 * except once if the server says that a repeated call does no harm.
 */
export declare class HostedCallInterruptedError extends HostedCallError {
    name: string;
}
/** The server sent more than `limits` of `connectMcp` allow. The connection, or the reply, is cut. */
export declare class HostedLimitError extends SweatpantsError {
    name: string;
    constructor(sent: string);
}
/** A server of 2025 does not know the session, as after a restart. It has not performed the request. */
export declare class SessionGoneError extends SweatpantsError {
    name: string;
}
/** Recorded when a call is not open in this process; the run turns it into a `HostedCallInterruptedError`. */
export declare class InterruptedError extends SweatpantsError {
    name: string;
    constructor();
}
export declare const isInterrupted: (error: EffectError) => boolean;
/** What is known of a connection when it fails. */
export interface WireReport {
    /** How messages name the server before it has sent its name. */
    label: string;
    /** Returns the end of what the server wrote to standard error. */
    lastWords(): string;
    /** Returns why the connection or the last reply was cut, if the server sent too much. */
    cut(): HostedLimitError | undefined;
}
/** Returns the error that says why a server could not be connected to, and what to do. */
export declare function toConnectError(thrown: unknown, { label, lastWords, cut }: WireReport): HostedConnectError;
/**
 * Returns what went wrong. Of an HTTP error it names the status only: the body and the target of a redirect may come from
 * inside the network of the host, and the message may be shown outside.
 */
export declare function problemOf(error: unknown): string;
