/** Milliseconds. Node fires a longer timer at once. */
const LONGEST_TIMER = 2 ** 31 - 1

/** Returns a signal that aborts after so many milliseconds, however many. */
export const abortAfter = (milliseconds: number): AbortSignal =>
  AbortSignal.timeout(Math.min(Math.ceil(milliseconds), LONGEST_TIMER))
