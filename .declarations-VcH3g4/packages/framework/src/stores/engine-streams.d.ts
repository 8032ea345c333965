import { type StreamRecord, type StreamRef } from '../log/log.ts';
import type { StoredQuestion } from '../log/questions.ts';
import type { RunMark } from '../log/run-index.ts';
import { Watchers } from '../log/watchers.ts';
import type { Json } from '../tools/json.ts';
import type { MaybePromise } from '../tools/maybe-promise.ts';
import { type Engine } from './engine.ts';
/**
 * A record of a stream: what was appended, and the whole header after it, so that the last record says all that a stream is.
 * A number that is 0 stands for the record's own, which is not known before it is stored.
 */
export interface Entry {
    /** The first record since the stream was created. */
    first: number;
    /** The last record that watchers are woken for. */
    loud: number;
    principal?: string;
    createdAt: number;
    updatedAt: number;
    about: Json;
    register?: Json;
    head: number;
    lastWrite: number;
    dueAt: number | null;
    expiresAt?: number;
    node: string | null;
    fence: number | null;
    owner?: StreamRef & {
        first: number;
    };
    /** The stream exists once a further record confirms that its owner still had the fence. */
    isPending?: true;
    /** The stream was deleted with this record. */
    isGone?: true;
    questions: OpenQuestion[];
    run?: {
        mark: RunMark;
        changedAt: number;
    };
    /** The entries of indexes that name the stream, with the number under which each was put. */
    hints: Record<string, number>;
    commandId?: string;
    events: unknown[];
}
export interface OpenQuestion extends Omit<StoredQuestion, 'place' | 'kind' | 'id' | 'principal'> {
    /** The record that opened it, and its place in that record. */
    opened: number;
    index: number;
    deliverAt?: number;
}
/** The last record of a stream; without an entry there is no such stream. */
interface Known {
    seq: number;
    entry?: Entry;
    /** Its creation is not confirmed yet. */
    isPending?: boolean;
}
/** What a change decides: the next entry, a result without a write, or that it must see the stream as it is now. */
export type Decision<T> = {
    next: Omit<Entry, 'hints'>;
} | {
    done: T;
} | 'unsure';
/** The streams of all kinds on an engine, each changed by compare-and-set of its last record. */
export declare class EngineStreams {
    #private;
    readonly engine: Engine;
    readonly watchers: Watchers;
    constructor(engine: Engine);
    close(): Promise<void>;
    now(): number;
    /** Returns the stream as it is now. */
    load(ref: StreamRef): Promise<Known>;
    get(ref: StreamRef): Promise<Entry | undefined>;
    /** Returns the streams that an index names under names of this form. */
    listed(pattern: string): Promise<{
        ref: StreamRef;
        entry: Entry;
    }[]>;
    create(ref: StreamRef, created: Omit<Entry, 'hints'>): Promise<Entry>;
    /**
     * Decides on what is known here. If the decision refuses or reads something, it decides again on the stream as it is now.
     * Resolves to `undefined` if there is no such stream.
     */
    change<T>(ref: StreamRef, decide: (entry: Entry, isFresh: boolean) => MaybePromise<Decision<T>>, done: (entry: Entry, before: Entry) => T): Promise<T | undefined>;
    /** Resolves to whether there was such a stream. */
    delete(ref: StreamRef, { fence, withRuns }: {
        fence?: number;
        withRuns?: boolean;
    }): Promise<boolean>;
    /** Returns the records since the stream was created that end after a place, up to the record that was given. */
    read(ref: StreamRef, { seq, entry }: {
        seq: number;
        entry: Entry;
    }, after: number): Promise<Entry[] | undefined>;
    /** Whether a live node drives the stream. `beats` remembers nodes while a list is made. */
    isDriven({ node }: Entry, beats?: Map<string, Promise<boolean>>): Promise<boolean>;
    toRecord(id: string, entry: Entry, beats?: Map<string, Promise<boolean>>): Promise<StreamRecord>;
    watch(ref: StreamRef, listener: (head?: number) => void): () => void;
    watchAudience(name: string, listener: () => void): () => void;
}
export declare const nameOf: (ref: StreamRef) => string;
export declare const snapshotOf: (ref: StreamRef) => string;
export declare const nodeOf: (node: string) => string;
export declare const audienceOf: (name: string) => string;
export declare const principalOf: (kind: string, principal: string | undefined) => string;
/** The header without what was appended with it. */
export declare function bare({ commandId: _, ...entry }: Entry): Entry;
export {};
