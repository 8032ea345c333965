/**
 * Follows the log of one session, and reconnects when the network fails.
 *
 * - N1 The state that it gives is that of the log up to a place: no patch is left out, none is in it twice.
 * - N2 A connection that breaks, ends or falls silent is made again, and one that is paused when it is resumed: from the place
 *   that was reached.
 * - N3 What cannot be read is not guessed at: the state is loaded anew.
 * - N4 A refusal ends it; asking again would change nothing.
 */
import { RefusedError } from './client-errors.ts';
import type { Requests } from './requests.ts';
/**
 * `absent`: the session does not exist yet and is waited for. `paused`: the page is hidden. `closed`: the session is not followed, or the
 * server refused.
 */
export type ConnectionStatus = 'connecting' | 'open' | 'reconnecting' | 'absent' | 'paused' | 'closed';
/** The state of a session at a place of its log. */
export interface Placed {
    readonly lsn: number;
}
export interface ConnectionOptions<S extends Placed> {
    requests: Requests;
    random: () => number;
    /** Where the session is, below what requests are made to; its events are below that. */
    path: string;
    /** What is known of it so far; nothing at place 0. */
    state: S;
    /** The state that a server sent. */
    parseState: (answer: unknown) => S;
    /** The state after the next event. */
    apply: (state: S, lsn: number, event: unknown) => S;
    /** Whether a session that is not found may be created yet: the connection waits for it. Default: it is refused. */
    isAwaited?: () => boolean;
    onState: (state: S) => void;
    /** `refusal` says why it is closed. */
    onStatus: (status: ConnectionStatus, refusal?: RefusedError) => void;
    onError: (error: unknown) => void;
}
export declare class Connection<S extends Placed> {
    #private;
    constructor(options: ConnectionOptions<S>);
    /** The network is another: what is open may be dead without knowing it, and what waits need not. */
    hurry(): void;
    /** Gives up the stream, of which a browser has few, and keeps what is known. A state that is being loaded still comes. */
    pause(): void;
    resume(): void;
    close(): void;
}
