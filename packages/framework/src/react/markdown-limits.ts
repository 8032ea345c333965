/** Parsers call themselves once for each level, and have only so much room. Nobody writes as deep. */
const MOST_LEVELS = 100

/** The first mark beyond them: of quotes and lists on one line, or of a list by its indentation. */
const TOO_DEEP = new RegExp(
  `^((?:(?:[ \\t]*(?:>|(?:[*+-]|\\d{1,9}[.)])(?=[ \\t]))){${MOST_LEVELS}}[ \\t]*|[ \\t]{${2 * MOST_LEVELS},})\\d{0,9})(?=[>*+.)-])`,
  'gm',
)

/** A text without the levels that are too many: what would begin one is shown as the character that it is. */
export const limitNesting = (text: string): string => text.replace(TOO_DEEP, '$1\\')

/** Marks that are not closed are compared with each other: to read more of them takes longer than a person waits. */
const MOST_MARKS = 5_000

/** Whether a block has so many marks that it is shown as it was written. */
export function isTangled(text: string): boolean {
  let marks = 0
  for (const _ of text.matchAll(/[*_~$[\]]/g)) if (++marks > MOST_MARKS) return true
  return false
}
