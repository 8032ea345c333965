import { HostedLimitError } from './errors.ts';
import type { HostedLimits } from './limits.ts';
/** Counts what a server sends with one reply, and throws a `HostedLimitError` above a limit. */
export declare class Meter {
    #private;
    constructor(limits: Required<HostedLimits>, isStanding?: boolean);
    /** Counts bytes of an event stream, where an empty line ends a message. */
    count(chunk: Uint8Array, isEvents: boolean): void;
    countMessage(): void;
}
/** Returns the response with a body that fails above a limit. `onCut` receives the error, unless the status says enough. */
export declare function boundBody(response: Response, limits: Required<HostedLimits>, isStanding: boolean, onCut: (error: HostedLimitError) => void): Response;
