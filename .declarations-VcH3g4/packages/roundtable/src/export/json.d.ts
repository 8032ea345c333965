import type { Session } from '../session/session.ts';
/** Exports a whole debate; `fromJson` reads it. */
export declare const toJson: (session: Session) => string;
/** Reads a session that `toJson` wrote. Throws a `RoundtableError` that lists the problems of any other text. */
export declare function fromJson(text: string): Session;
