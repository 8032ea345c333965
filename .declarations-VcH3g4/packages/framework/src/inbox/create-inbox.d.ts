import { Hono } from 'hono';
import { type RoutesOptions } from '../http/routes.ts';
import type { Store, StreamRef } from '../log/log.ts';
import { type Json } from '../tools/json.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import { type AnswerEvent, type InboxQuestion } from './question.ts';
import { type AnswerOptions, type AudienceOf, type QuestionPage } from './questions.ts';
/** A question on its way to the people who may answer it. */
export interface Delivery {
    question: InboxQuestion;
    /**
     * Returns a URL at which the question can be answered once, without a login, by the person who is named; the answer is
     * attributed to them. Default: the first of `question.to`.
     */
    link(by?: string): string;
}
export interface InboxOptions extends Pick<RoutesOptions, 'auth' | 'allowedHosts' | 'allowedOrigins'> {
    store: Store;
    /** Returns the names that a principal answers to. Default: `user:<principal>`. */
    audience?: AudienceOf;
    /** The public address at which `routes` are served, for links and signals: `https://app.example`; a function where it is known later. */
    baseUrl?: string | (() => string);
    /** Secrets that seal links and signal URLs, newest first, each at least 32 characters. Without them, URLs end with the process. */
    keys?: readonly string[];
    /**
     * Tells people outside of a question with `to`: by e-mail, in a chat channel. Called at least once for each while it is
     * open, on one node at a time, and again after a pause if it rejects.
     */
    onQuestion?: (delivery: Delivery) => MaybePromise<void>;
    /** Milliseconds before the second, third, … call of `onQuestion`. Default: 1, 5, 30 and 60 minutes. */
    retryPauses?: readonly number[];
    /**
     * The path of a module script of the application, which link pages load to show questions with components: it calls
     * `showLinkQuestion`. Without it, and without JavaScript, they show a form.
     */
    linkScript?: string;
    /** Milliseconds for which a link can be used, unless its question expires earlier. Default 7 days. */
    linkTtl?: number;
    /** Milliseconds between two looks at an inbox that is followed. Default 15 seconds. */
    heartbeat?: number;
    limits?: Partial<InboxLimits>;
    onError?: (error: unknown) => void;
}
export interface InboxLimits {
    /** Bytes of one request. Default 1 MiB. */
    body: number;
    /** Event streams that are open at once. Default 10,000. */
    streams: number;
    /** Event streams of one principal that are open at once. Default 100. */
    streamsPerPrincipal: number;
}
/** Where people answer the questions of runs, over HTTP and in code. */
export interface Inbox extends AsyncDisposable {
    /** `/api/inbox`, `/api/signals` and `/q`, to mount in an application. */
    readonly routes: Hono;
    fetch(request: Request): Response | Promise<Response>;
    /** Lists what a principal may answer. */
    list(principal: string | undefined, page?: {
        after?: string;
        limit?: number;
    }): Promise<QuestionPage>;
    /** Answers as a principal. Rejects with an `AnswerError`. */
    answer(principal: string | undefined, answer: Omit<AnswerOptions, 'principal' | 'names'>): Promise<void>;
    /** Returns a link to a question, as `onQuestion` gets it. */
    toLink(question: InboxQuestion, by?: string): string;
    /**
     * Returns the URL at which an event, with a value, is sent to the first of these streams that exists. With `runId` signals are
     * refused once that run is over, although its stream goes on.
     */
    toSignalUrl(refs: readonly StreamRef[], event: AnswerEvent, runId?: string): string;
    /** Sends a signal to the run that the URL of `ctx.signalUrl`, or its token, names. The same `id` counts once. */
    sendSignal(urlOrToken: string, value?: Json, options?: {
        id?: string;
    }): Promise<void>;
    /** Stops delivering, and ends event streams. Does not close the store. */
    close(): Promise<void>;
}
/**
 * Creates the inbox of an application, and delivers its questions.
 *
 * ```ts
 * const inbox = createInbox({ store, auth, baseUrl: 'https://app.example', keys, audience: (principal) => rolesOf(principal) })
 * app.route('/', inbox.routes)
 * ```
 */
export declare function createInbox(options: InboxOptions): Inbox;
