import type { Session } from '../session/session.ts';
/** Seats that were not heard, with the reasons. */
export declare function failuresSection({ absent, rounds }: Session): string[];
/** The context requests of agents, and the answers. */
export declare const contextSection: ({ contextRequests }: Session) => string[];
/** Token usage, by round and in total. */
export declare function usageSection({ rounds, usage, synthesis, budget }: Session): string[];
/** The reasoning of the models. */
export declare function thoughtsSection({ responses }: Session): string[];
