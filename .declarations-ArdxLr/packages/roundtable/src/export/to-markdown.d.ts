import type { Session } from '../session/session.ts';
/** Renders a debate as Markdown, in the order of interest to a reader. Statements are shown unchanged and are never markup. */
export declare function toMarkdown(session: Session): string;
