import type { PendingElicitState } from '../chat/state.ts';
import { type InboxClient, type InboxSnapshot } from '../inbox/client.ts';
import type { InboxQuestion } from '../inbox/question.ts';
import type { RequestOptions } from '../log/client/requests.ts';
/** The open questions that the user may answer. Changes of the options after the first render are ignored. */
export declare function useInbox(options?: RequestOptions | InboxClient): InboxSnapshot & Pick<InboxClient, 'answer' | 'more'>;
/** Returns a question of the inbox as `ElicitForm` takes it. */
export declare const toFormQuestion: (question: InboxQuestion) => PendingElicitState;
