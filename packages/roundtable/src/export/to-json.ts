import type { Session } from '../session/session.ts'

/** Raised when an export looks different. */
export const FORMAT = 1

/** All of a debate, as `fromJson` reads it. */
export const toJson = (session: Session): string => JSON.stringify({ format: FORMAT, session }, null, 2)
