import type { Report } from '../report/read-report.ts';
import type { NameOf } from '../session/name-seats.ts';
/** The answer, the vote, and who changed their mind. */
export declare function answerSection({ headline, writeUp }: Report): string[];
export declare function voteSection({ headline: { vote, votes }, minds }: Report, nameOf: NameOf): string[];
/** What the answer rests on, as a model wrote it. */
export declare const findingsSection: ({ writeUp }: Report, nameOf: NameOf) => string[];
/** How sure the answer is, and who disagrees. */
export declare function surenessSection({ headline }: Report, nameOf: NameOf): string[];
