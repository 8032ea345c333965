import { type Clock } from '@sweatpants/framework';
import { type PageVisibility, type RequestOptions } from '@sweatpants/framework/chat';
import type { ContinueInput, StartInput } from '../debate/input.ts';
import type { ContextAnswered, IgnoredResult } from '../debate/roundtable.ts';
import type { ExportFormat } from '../http/formats.ts';
import type { Offer } from '../http/offer.ts';
import type { Session, Verdict } from '../session/session.ts';
import type { SessionSummary } from '../session/session-manager.ts';
import { type DebateStore } from './debate-store.ts';
export interface DebateClientOptions extends RequestOptions {
    clock?: Clock;
    /** Spreads the reconnects of many pages. Returns a number from 0 to 1. */
    random?: () => number;
    /** Reports whether the page is hidden; a hidden page does not follow its debate. Default: the document. */
    visibility?: PageVisibility;
    /** Called when the server sent something that cannot be parsed. Default: the console. */
    onError?: (error: unknown) => void;
}
/** The name of a command: a repeat with the same name is not performed again. Default: a new name for each call. */
interface Named {
    commandId?: string;
}
/** Debates for a page. Methods reject with a `RefusedError`, or with an `UnreachableError` when the request can be repeated. */
export interface DebateClient {
    agents(): Promise<Offer>;
    /** Lists debates, the latest changed first. */
    list(): Promise<SessionSummary[]>;
    /** Starts a debate, which runs on the server until its first round has ended. */
    start(input: StartInput & Named): Promise<{
        sessionId: string;
        round: number;
    }>;
    continue(sessionId: string, input?: ContinueInput & Named): Promise<{
        round: number;
        ignored: IgnoredResult[];
    }>;
    answerContext(sessionId: string, contextResults: NonNullable<ContinueInput['contextResults']>): Promise<ContextAnswered>;
    control(sessionId: string, action: 'pause' | 'resume' | 'stop'): Promise<Session>;
    /** Records how the decision turned out. A later call replaces it. */
    recordOutcome(sessionId: string, outcome: Verdict): Promise<Session>;
    /** Whether a process plays a round of the debate now. */
    isPlaying(sessionId: string): Promise<boolean>;
    /** Resolves once a model has written the debate up. */
    synthesize(sessionId: string): Promise<Session>;
    /** Imports a debate that was exported as JSON. */
    import(json: string): Promise<{
        sessionId: string;
    }>;
    /** Returns the URL of the export. */
    exportUrl(sessionId: string, format: ExportFormat): string;
    open(sessionId: string): DebateStore;
}
export declare function createDebateClient(options?: DebateClientOptions): DebateClient;
export {};
