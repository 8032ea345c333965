import { SweatpantsError } from '../tools/errors.ts';
/** A request that is refused: the status, a code for programs, and a message for people. */
export declare class HttpError extends SweatpantsError {
    name: string;
    readonly status: number;
    readonly code: string;
    readonly headers: Readonly<Record<string, string>>;
    constructor(status: number, code: string, message: string, headers?: Readonly<Record<string, string>>, options?: ErrorOptions);
}
