/**
 * The page behind a link: a form, or a component of the application, that answers one question, without a login.
 *
 * P1 GET shows and never answers, so that scanners of mail and previews of messages change nothing. POST answers.
 * P2 A link is sealed, expires, names one person, and counts for one question as it was shown.
 * P3 Nothing of the link leaves the page: no script and no resource but those of the application, no referrer for other sites,
 *    no cache. The question of a hosted server gets no script.
 */
import type { Store } from '../log/log.ts';
import type { LinkClaims } from './token.ts';
export interface AnswerPage {
    store: Store;
    openLink: (token: string) => LinkClaims | undefined;
    /** The path of the script that shows questions with components. */
    script?: string | undefined;
    onError: (error: unknown) => void;
}
export declare function showLink(page: AnswerPage, token: string): Promise<Response>;
export declare function answerByLink(page: AnswerPage, token: string, body: string): Promise<Response>;
