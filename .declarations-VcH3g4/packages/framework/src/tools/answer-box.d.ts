import type { Pending } from './pending.ts';
/** Answers by question id. */
export type Answers = Readonly<Record<string, unknown>>;
/** What is known of an answer beside its content. */
export interface Arrival {
    /** When it arrived; now when absent. */
    at?: number;
    /** The attempt at the question that it answers, where the sender knows it. */
    attempt?: number;
    /**
     * Who gave it. Absent for an answer from the client of the call. A question that names who answers it (`to`) accepts only
     * answers with `by`; whether this person may answer is checked before the answer is handed in.
     */
    by?: string;
}
/** An answer that settled nothing: its question was answered before, or is not one that the run has asked. */
export type IgnoredAnswer = {
    id: string;
    reason: 'answered';
    at: number;
} | {
    id: string;
    reason: 'unknown' | 'changed';
};
interface Waiting {
    answer: unknown;
    at: number;
    attempt: number | undefined;
    by: string | undefined;
}
/** Answers that wait for their question, and when earlier ones were taken: the first answer counts, and one of each person. */
export declare class AnswerBox {
    #private;
    add(answers: Answers, at: number, { attempt, by }?: Arrival): void;
    get ids(): string[];
    get empty(): boolean;
    /** Returns when the first answer that counts arrived. Drops those before it that do not count. */
    arrivedAt(pending: Pending): number | undefined;
    take(id: string): Waiting | undefined;
    recorded(id: string, at: number): void;
    /** Drops the answers to a question that settle nothing. */
    ignore(id: string, why?: 'unknown' | 'changed'): void;
    /** Drops all answers that are left, and returns what was ignored. */
    clear(): IgnoredAnswer[];
}
export {};
