import type { Session } from '../session/session.ts';
/** What a past debate tells about the models that took part. */
export interface DebateRecord {
    sessionId: string;
    /** Whether its owner has said how the decision turned out. */
    hasOutcome: boolean;
    /** The answers that were given alone, one per model. */
    votes: {
        model: string;
        /** Equal for equal answers. */
        answer: number;
        confidence?: number;
        /** Whether the model was right; absent while that is unknown. */
        isRight?: boolean;
    }[];
}
/** The debates of a principal that its track record is counted from, the latest recorded last. */
export interface RecordedDebates {
    lsn: number;
    debates: readonly DebateRecord[];
}
export declare const noDebates: RecordedDebates;
/** Adds a debate, or replaces what was recorded of it before. */
export declare const reduceRecords: ({ debates }: RecordedDebates, record: DebateRecord, lsn: number) => RecordedDebates;
/** How the models of a panel have done in the past debates of a principal. */
export interface TrackRecord {
    /** Decisions whose outcome is known. */
    outcomes: number;
    models: Readonly<Record<string, ModelRecord>>;
}
export interface ModelRecord {
    /** Decisions in which it turned out whether the model was right, and in how many it was. */
    known: number;
    right: number;
    /** Pairs with another model, and in how many of them the two agreed. */
    pairs: number;
    agreed: number;
    /** The log-odds of the confidence that it usually states; absent while too few are known. */
    usual?: number;
}
/** Known outcomes from which on a probability counts as checked on the owner's own questions. */
export declare const CHECKED_FROM = 20;
export declare const noRecord: TrackRecord;
/** Counts the record of the models of a session, without the session itself. */
export declare function countRecord({ debates }: RecordedDebates, { id, seats }: Session): TrackRecord;
/**
 * Returns what a debate adds to the record. Returns `undefined` if it tells nothing: no answer can turn out right, the answers
 * are numbers, or only demo seats answered.
 */
export declare function toDebateRecord(session: Session): DebateRecord | undefined;
