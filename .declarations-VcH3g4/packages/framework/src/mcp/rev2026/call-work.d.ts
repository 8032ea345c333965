import { type Driven, type DriverAppend, type Work } from '../../log/driver.ts';
import type { RunChange } from '../../log/run-index.ts';
import { type Entry, type JournalWrite, type MemoryJournal, type Recording } from '../../tools/journal.ts';
import type { MaybePromise } from '../../tools/maybe-promise.ts';
import type { RunOptions } from '../../tools/run-tool.ts';
import { type CallEvent, type KeptCall, type Played, type ReplyEvent } from './kept-call.ts';
import { StreamJournal } from './stream-journal.ts';
type RunStep = NonNullable<RunOptions['runStep']>;
/** Keeps a call from here on, while its round runs. */
export interface Keep {
    /** Resolves once the call is stored as this node's. */
    (recording: Recording): Promise<CallWork>;
    /** Aborts when the server shuts down: nothing is kept any more. */
    readonly closing: AbortSignal;
}
interface RoundJournalOptions {
    keep?: Keep | undefined;
    /** Whether a `once` step is reason enough to keep the call. Default true. */
    keepsOnce?: boolean;
    /** Keeps the call from its first write on, not only from its first `once` step. */
    keepsAll?: boolean;
    work?: CallWork;
    /** Called before a `once` step. */
    onOnce?: () => void;
}
/** The journal of one round: in memory until the call is kept, and from then on in the store too. */
export declare class RoundJournal implements MemoryJournal {
    #private;
    constructor(recording: Recording | undefined, options?: RoundJournalOptions);
    /** Set once the call is kept. */
    get work(): CallWork | undefined;
    read(): Recording | undefined;
    append(revision: number, write: JournalWrite): MaybePromise<void>;
    /** Keeps the call from here on, if its run has begun and its server can. */
    keepNow(): Promise<void>;
    /** Makes sure of the lease before each step of a kept call. */
    readonly runStep: RunStep;
}
/** A call that can go on, or that ran a `once` step, is kept as long as a state is valid. */
export declare const toLifetime: ({ next }: ReplyEvent, entries: readonly Entry[], ttl: number) => number;
export interface CallWorkOptions {
    /** Milliseconds for which a reply is kept. */
    ttl: number;
    /** Milliseconds for which a call that waits for others is kept when their questions do not expire. */
    waitTtl: number;
    /** Plays the round, or returns the round that runs already. */
    play: (work: CallWork) => Promise<Played>;
    /** Cancels the round that is played. */
    cancel: () => void;
    /** Called when the round begins to wait for others: it goes on without its client. */
    onWait: () => void;
    /** Called when the store knows that the round waits. */
    onWaitStored: () => void;
}
/** One round of a kept call. */
export declare class CallWork implements Work<CallEvent> {
    #private;
    readonly journal: StreamJournal;
    readonly runStep: RunStep;
    /** What the round has recorded so far, from when it is played. */
    round: RoundJournal | undefined;
    /** Resolves to whether the reply was stored by this node. */
    readonly isStored: Promise<boolean>;
    constructor(driven: Driven<KeptCall, CallEvent>, options: CallWorkOptions);
    get run(): RunChange;
    get waits(): boolean;
    get wakeAt(): number | undefined;
    /** Goes on with a round that waits when something has arrived, or is due. */
    reconcile(): void;
    take(): {
        append?: DriverAppend<CallEvent>;
        isLast?: boolean;
    };
    appended(): Promise<void>;
    leave(): Promise<void>;
}
export {};
