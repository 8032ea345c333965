import type { NameOf } from '../session/name-seats.ts';
import type { Session } from '../session/session.ts';
/** Seats that were not heard, with the reasons. */
export declare function failuresSection({ absent, rounds }: Session, nameOf: NameOf): string[];
/** The context requests of the panel, and the answers. */
export declare const contextSection: ({ contextRequests }: Session, nameOf: NameOf) => string[];
/** Token usage, by round and in total. */
export declare function usageSection({ rounds, usage, synthesis, budget }: Session): string[];
/** The reasoning of the models. */
export declare function thoughtsSection({ responses }: Session, nameOf: NameOf): string[];
