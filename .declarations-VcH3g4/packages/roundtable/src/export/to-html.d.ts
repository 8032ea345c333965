import type { Session } from '../session/session.ts';
/**
 * Renders a debate as one HTML file without scripts or external resources. Statements are text and never markup,
 * and the content security policy of the file forbids scripts and requests.
 */
export declare function toHtml(session: Session): string;
