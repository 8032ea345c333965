import type { Session } from '../session/session.ts';
import { type Finding, type FindingList } from '../session/synthesis.ts';
/** A part of the synthesis, as readers see it. */
export interface WriteUpPart {
    list: FindingList;
    title: string;
    findings: readonly (Finding & {
        settledBy?: string;
    })[];
}
/** The synthesis for readers. */
export interface WriteUp {
    /** Markdown. */
    answer: string;
    parts: WriteUpPart[];
    /** What a reader must know before trusting it: a contradiction with the vote, a text that was cut, a later round. */
    cautions: string[];
    model: string;
}
export declare function readWriteUp(session: Session): WriteUp | undefined;
/** The synthesis as Markdown. */
export declare function sayWriteUp({ answer, parts, cautions }: WriteUp): string;
