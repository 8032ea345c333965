import type { Claims } from '../report/claims.ts';
import { type Headline } from '../report/headline.ts';
import type { Positions } from '../report/positions.ts';
import type { TranscriptRound } from '../report/read-report.ts';
import type { Agreement } from '../report/seats.ts';
import { type Html } from './html.ts';
export declare function summarySection({ title, decision, sureness, unrated, backing, weights, dissent, changes, warnings, progress, }: Headline): Html;
export declare function positionsSection(positions: Positions): Html | undefined;
export declare const agreementSection: ({ seats, rows }: Agreement) => Html | undefined;
export declare const claimsSection: ({ claims, sources }: Claims) => Html | undefined;
/** All statements, in their order. */
export declare const transcriptSection: (transcript: readonly TranscriptRound[]) => Html | undefined;
