import type { Store } from '../log/log.ts';
import { type Answerer } from './questions.ts';
export interface FollowOptions {
    /** Milliseconds between two looks at the inbox. */
    heartbeat: number;
    /** Ends the stream. */
    signal: AbortSignal;
    /** Counts the stream; returns a function that gives its place back. Throws a `LimitError`. */
    take: () => () => void;
    onError: (error: unknown) => void;
}
/**
 * Returns server-sent events: the first page of an inbox at once and whenever it has changed. It is looked at again with
 * every heartbeat, because questions expire and streams are deleted without a notification.
 */
export declare function followInbox(store: Store, answerer: Required<Answerer>, options: FollowOptions): ReadableStream<Uint8Array>;
