import { toJson } from '../export/json.ts';
import { toHtml } from '../export/to-html.ts';
import { toMarkdown } from '../export/to-markdown.ts';
import type { Session } from '../session/session.ts';
interface Format {
    extension: string;
    mimeType: string;
    write(session: Session): string;
}
declare const FORMATS: {
    readonly markdown: {
        readonly extension: 'md';
        readonly mimeType: 'text/markdown';
        readonly write: typeof toMarkdown;
    };
    readonly json: {
        readonly extension: 'json';
        readonly mimeType: 'application/json';
        readonly write: typeof toJson;
    };
    readonly html: {
        readonly extension: 'html';
        readonly mimeType: 'text/html';
        readonly write: typeof toHtml;
    };
};
export type ExportFormat = keyof typeof FORMATS;
export declare function findFormat(name: string): Format;
export {};
