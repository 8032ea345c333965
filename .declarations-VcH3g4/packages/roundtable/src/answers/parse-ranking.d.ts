/** A ranking of the other seats, best first, and what was wrong with it. */
export interface ParsedRanking {
    ranking?: string[];
    rankingProblem?: string;
}
/** Reads a ranking. The seat's own answer and unknown names are left out, and named. */
export declare function parseRanking(value: unknown, own: string, speakers: Readonly<Record<string, string>>): ParsedRanking;
