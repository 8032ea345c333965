import type { RoundtableEvent } from './event.ts';
import { type Session } from './session.ts';
/** Whether this version knows the event. A newer server may write others. */
export declare function isKnown(event: unknown): event is RoundtableEvent;
/** Returns the session after an event. An event that was applied before changes nothing. */
export declare function reduce(session: Session | undefined, event: RoundtableEvent): Session;
