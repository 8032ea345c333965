import { type Session } from '../session/session.ts';
/** A table of the votes by round. */
export declare function positionsSection(session: Session): string[];
/** Each round, with all its statements. */
export declare const roundsSection: (session: Session) => string[];
