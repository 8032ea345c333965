import type { Session } from '../session/session.ts';
/** Lists what would change the decision: votes, arguments of the minority, missing facts, seats that were not heard. */
export declare function listChanges(session: Session): string[];
