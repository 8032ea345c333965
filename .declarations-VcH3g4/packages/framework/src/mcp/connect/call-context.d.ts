import type { Relay } from './relay.ts';
/** A call that receives the server's notifications. */
export interface Heard {
    /** The progress token of this call. */
    readonly id: string;
    readonly relay: Relay | undefined;
}
/**
 * Finds the call that a message of the server belongs to. Over HTTP a message comes on the stream of the call's own request,
 * which is read in the async context that sent it. Over a pipe, or from a server that uses a stream of its own, it belongs
 * to the only call that is running; with several, to none.
 */
export declare class CallContext<T extends Heard> {
    #private;
    enter<R>(call: T, body: () => R): R;
    running<R>(call: T, body: () => Promise<R>): Promise<R>;
    current(): T | undefined;
    log(params: {
        level: string;
        data: unknown;
    }): void;
    progress(params: {
        progressToken: string | number;
        progress: number;
        message?: string | undefined;
    }): void;
}
