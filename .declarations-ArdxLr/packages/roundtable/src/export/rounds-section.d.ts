import type { NameOf } from '../session/name-seats.ts';
import { type Session } from '../session/session.ts';
/** A table of the votes by round. */
export declare function positionsSection(session: Session, nameOf: NameOf): string[];
/** Each round, with all its statements. */
export declare const roundsSection: (session: Session, nameOf: NameOf) => string[];
