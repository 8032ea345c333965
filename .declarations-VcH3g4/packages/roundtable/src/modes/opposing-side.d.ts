import type { Statement } from '../session/response.ts';
import type { Role } from '../session/seat.ts';
/** Returns the side that an answer names with its first word, or `undefined`. */
export declare const sideOf: (answer: string) => 'support' | 'oppose' | undefined;
/** Describes how a statement argues the side opposite to its role. Arguing neither side is no violation. */
export declare function findOpposingSide({ stance, answer }: Statement, role: Role): string | undefined;
