import type { InferOutput } from 'valibot';
import type { Requests } from '../../log/client/requests.ts';
declare const session: import("valibot").GenericSchema<{
    sessionId: string;
    title: string;
    createdAt: number;
    updatedAt: number;
}>;
/** A session in a list. */
export type SessionSummary = InferOutput<typeof session>;
type Sessions = readonly SessionSummary[];
/**
 * The sessions that the server listed, with the changes that this page has made since. The server makes a list at some time between
 * request and reply, so the changes of that time are applied to the list again.
 */
export declare class SessionList {
    #private;
    /** The last changed first. `undefined` until the first list has arrived. */
    current: Sessions | undefined;
    constructor(requests: Requests);
    /** A reply that arrives after the reply to a later request is ignored. */
    load(signal: AbortSignal): Promise<Sessions>;
    add(sessionId: string): void;
    rename(sessionId: string, title: string): void;
    remove(sessionId: string): void;
}
export {};
