import { RefusedError } from '../log/client/client-errors.ts';
import { type RequestOptions } from '../log/client/requests.ts';
import type { ElicitAnswer } from '../tools/elicit.ts';
import type { InboxQuestion } from './question.ts';
/** What a page shows of an inbox. It is a new object if and only if something has changed. */
export interface InboxSnapshot {
    /** The newest first; `undefined` until the server has sent them. */
    questions: readonly InboxQuestion[] | undefined;
    /** Whether there are more than these. */
    hasMore: boolean;
    /** Why the server refused the connection. */
    refusal: RefusedError | undefined;
}
export interface InboxClient {
    /** Follows the inbox as long as there is a listener. Returns a function that stops it. */
    subscribe(listener: () => void): () => void;
    getSnapshot(): InboxSnapshot;
    /** Shows the next page below those that are shown. Rejects if the server cannot be reached. */
    more(): Promise<void>;
    /** Answers a question as it was shown. Rejects with a `RefusedError` when it is closed or has changed. */
    answer(question: InboxQuestion, answer: ElicitAnswer): Promise<void>;
}
/** Creates a client of the inbox of a server, for a page. */
export declare function createInboxClient(options?: RequestOptions): InboxClient;
