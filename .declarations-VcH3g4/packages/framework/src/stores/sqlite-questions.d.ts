import type { StreamRef } from '../log/log.ts';
import { type QuestionChanges, type QuestionRef, type Questions, type StoredQuestion } from '../log/questions.ts';
import type { SqliteParts } from './sqlite-leases.ts';
/** What an append does to the questions of its stream. */
interface Change {
    /** Called in the transaction of the append. Throws a `QuestionClosedError`. */
    apply(stream: number): void;
    /** Called after the commit: wakes the watchers of the questions that have changed. */
    tell(): void;
}
/** The open questions of a file. */
export declare class SqliteQuestions implements Questions {
    #private;
    constructor(parts: SqliteParts);
    list(names: readonly string[], { before, limit }?: {
        before?: number | undefined;
        limit?: number | undefined;
    }): StoredQuestion[];
    get({ kind, id, key }: QuestionRef): StoredQuestion | undefined;
    keys({ kind, id }: StreamRef): string[];
    watch(name: string, listener: () => void): () => void;
    claim(limit: number, pauses: readonly number[]): Promise<StoredQuestion[]>;
    delivered({ kind, id, key }: QuestionRef): Promise<void>;
    /** Called before the append waits for its turn: a body that has no JSON is refused there. */
    prepare(changes: QuestionChanges | undefined): Change;
}
export {};
