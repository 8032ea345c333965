import type { Session } from '../session/session.ts';
/** Renders a debate as Markdown. Statements are shown unchanged and are never markup. */
export declare const toMarkdown: (session: Session) => string;
