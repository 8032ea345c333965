import { SweatpantsError } from '../../tools/errors.ts';
/** A sign-in failed, or was refused. */
export declare class SignInError extends SweatpantsError {
    name: string;
}
/** The MCP server refused a request, and a person must sign in, perhaps with more scopes, before it can be repeated. */
export declare class SignInNeededError extends SweatpantsError {
    name: string;
    /** The server that was called. */
    readonly url: string;
    /** The scopes that the server asks for. */
    readonly scope: string | undefined;
    constructor(url: string, scope?: string);
}
