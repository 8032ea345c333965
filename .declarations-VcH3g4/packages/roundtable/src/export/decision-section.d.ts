import type { Session } from '../session/session.ts';
/** The decision, its probability, and the dissent. */
export declare function decisionSection(session: Session): string[];
