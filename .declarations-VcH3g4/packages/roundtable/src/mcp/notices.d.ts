import type { Candidate } from '../panel/panel.ts';
import { type Seat } from '../session/seat.ts';
/** The notice for a debate in which the demo model has a seat, or `undefined`. */
export declare function noticeOf(seats: readonly Pick<Seat, 'agentId' | 'model'>[]): string | undefined;
/** The notice for a panel without any other model than the demo model, or `undefined`. */
export declare const noticeOfPanel: (candidates: readonly Candidate[]) => string | undefined;
