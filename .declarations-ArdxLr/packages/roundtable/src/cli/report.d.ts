import type { Session } from '../session/session.ts';
/** Without one of them, a summary is printed. */
export declare const FORMAT_OPTIONS: {
    readonly json: {
        readonly type: 'boolean';
    };
    readonly markdown: {
        readonly type: 'boolean';
    };
    readonly html: {
        readonly type: 'boolean';
    };
};
declare const FORMATS: readonly ['json', 'markdown', 'html'];
export type ReportFormat = 'summary' | (typeof FORMATS)[number];
export declare function readFormat(values: {
    [K in (typeof FORMATS)[number]]?: boolean;
}): ReportFormat;
/** The text that the command prints at the end of a debate. */
export declare const toReport: (session: Session, format: ReportFormat) => string;
/** A debate on a screen or two, in the order of the page: the answer, the vote, who changed their mind, and the rest. */
export declare function toSummary(session: Session): string;
export {};
