const SHORTEST = 25
const LONGEST = 1_000

/** How many times as long as an append takes. */
const PER_APPEND = 10

/**
 * Milliseconds that pieces of a text are gathered, by how many the last append took. A node that is behind would otherwise
 * write more of them, and smaller ones, and be further behind.
 */
export const gatherTime = (appendTime: number): number => Math.min(Math.max(SHORTEST, appendTime * PER_APPEND), LONGEST)
