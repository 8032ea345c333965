import type { Claims } from '../report/claims.ts';
import { type Headline } from '../report/headline.ts';
import type { Minds } from '../report/minds.ts';
import type { Positions } from '../report/positions.ts';
import type { Report } from '../report/read-report.ts';
import type { Agreement } from '../report/seats.ts';
import { type WriteUp } from '../report/write-up.ts';
import type { NameOf } from '../session/name-seats.ts';
import { type Html } from './html.ts';
/** The answer, and how a model wrote it up. */
export declare const answerSection: ({ title, answer, progress }: Headline, writeUp: WriteUp | undefined) => Html;
export declare const voteSection: ({ vote, votes }: Headline) => Html;
export declare function mindsSection({ changed, kept, unheard }: Minds, nameOf: NameOf): Html | undefined;
/** What the answer rests on, as a model wrote it. */
export declare const findingsSections: ({ writeUp }: Report, nameOf: NameOf) => Html[];
export declare function surenessSection({ sureness, unrated, backing, weights, dissent, changes, warnings }: Headline, nameOf: NameOf): Html;
export declare function positionsSection(positions: Positions): Html | undefined;
export declare const agreementSection: ({ seats, rows }: Agreement) => Html | undefined;
export declare const claimsSection: ({ claims, sources }: Claims, nameOf: NameOf) => Html | undefined;
/** All statements, in their order. */
export declare const transcriptSection: ({ transcript }: Report, nameOf: NameOf) => Html | undefined;
