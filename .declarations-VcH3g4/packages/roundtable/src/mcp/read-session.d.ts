import type { Jsonified, Operation, QuietContext } from '@sweatpants/framework';
import type { Roundtable } from '../debate/roundtable.ts';
import { type Round, type Session } from '../session/session.ts';
import { type Refusal } from './refusal.ts';
/** Reads something of a session in one step. Sessions of other principals are not found. */
export declare function readSession<T>(roundtable: Roundtable, ctx: QuietContext, sessionId: string, read: (session: Session) => T): Operation<Jsonified<T | Refusal>>;
/** Returns the round with that number, by default the last. Throws when there is none. */
export declare function findRound(session: Session, number?: number): Round;
export declare function refuseUnknownAgent(session: Session, agentId: string): void;
