import type { Terminal } from '@sweatpants/framework/terminal';
import type { Begun, Roundtable } from '../debate/roundtable.ts';
import type { ContextRequest, ContextResult } from '../session/context-request.ts';
import type { Session } from '../session/session.ts';
import type { Progress } from './progress.ts';
export interface PlayOptions extends Omit<Answering, 'say'> {
    progress: Progress;
}
/** Plays the round that has begun and all rounds after it; resolves to the debate once it is over. */
export declare function playToEnd(roundtable: Roundtable, begun: Begun, options: PlayOptions): Promise<Session>;
export declare const answerPending: ({ pendingContextRequests }: Session, { progress, ...rest }: PlayOptions) => Promise<ContextResult[]>;
export interface Answering {
    /** Where the person is asked; absent if there is no terminal. */
    terminal: Terminal | undefined;
    signal: AbortSignal;
    say(text: string): void;
}
/** Answers the requests of agents: asks the person, or answers the required ones as unavailable if there is no terminal. */
export declare function answerRequests(requests: readonly ContextRequest[], { terminal, signal, say }: Answering): Promise<ContextResult[]>;
