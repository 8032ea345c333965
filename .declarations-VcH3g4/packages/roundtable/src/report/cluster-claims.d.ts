/**
 * Groups claims that say the same: returns a number for each, equal within a group. Claims that are similar in words are joined, the
 * most similar first, unless that would join two that conflict.
 */
export declare function clusterClaims(topic: string, claims: readonly string[]): number[];
