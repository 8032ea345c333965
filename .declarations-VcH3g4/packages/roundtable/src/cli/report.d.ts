import { type Session } from '../session/session.ts';
export declare const FORMAT_OPTIONS: {
    readonly json: {
        readonly type: 'boolean';
    };
    readonly markdown: {
        readonly type: 'boolean';
    };
};
export type ReportFormat = 'summary' | 'json' | 'markdown';
export declare function readFormat({ json, markdown }: {
    json?: boolean;
    markdown?: boolean;
}): ReportFormat;
/** The text that the command prints at the end of a debate. */
export declare const toReport: (session: Session, format: ReportFormat) => string;
/** A debate on a screen or two: the decision, the seats behind it, and the seats that were not heard. */
export declare function toSummary(session: Session): string;
