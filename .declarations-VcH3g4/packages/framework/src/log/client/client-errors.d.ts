import { SweatpantsError } from '../../tools/errors.ts';
/** The server refused a request and would refuse it again. */
export declare class RefusedError extends SweatpantsError {
    name: string;
    readonly status: number;
    readonly code: string;
    constructor(status: number, code: string, message: string);
}
/** No readable response came. The request may have been carried out; repeating it is safe. */
export declare class UnreachableError extends SweatpantsError {
    name: string;
}
/** The client was closed while the server had not answered yet. */
export declare class ClientClosedError extends SweatpantsError {
    name: string;
    constructor();
}
/** The server sent something that is not the next event of the log, or not a state. */
export declare class PatchError extends SweatpantsError {
    name: string;
}
