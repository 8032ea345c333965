import type { ChatState } from '../chat/state.ts';
import type { ChatSource } from './chat-source.ts';
import type { AnyMessage, UiChunk } from './ui-message.ts';
export interface TurnStreamOptions {
    source: ChatSource;
    /** What the page shows of the turn already. */
    shown?: AnyMessage;
    /** The place from which the state counts: that of the command which the page has sent. */
    from: number;
    /** Returns the turn to show; `undefined` while it has not begun. */
    turnOf: (state: ChatState) => number | undefined;
    /** Ends the stream while the turn waits for the page, because a page sends answers only when its stream has ended. */
    endsAtQuestions: boolean;
    /** Why answers of this request were refused, by elicitId. */
    refusals?: ReadonlyMap<string, string>;
    signal?: AbortSignal | undefined;
}
/** Streams a turn from what the page shows, until it has ended or waits for the page. Leaving the stream does not stop the turn. */
export declare function streamTurn(options: TurnStreamOptions): ReadableStream<UiChunk>;
/** Whether nothing goes on until the person at the page answers. Questions to other people are not for the page. */
export declare function waitsForPage({ turn, pendingElicits, pendingApprovals }: ChatState): boolean;
