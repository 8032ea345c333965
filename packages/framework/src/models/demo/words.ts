const PLAIN = new Set(
  `a an and any are as at be by can could do does for from get give go has have hello help hey hi how i if in into is it its
  let lets like make me my of on one or our out person please run set should show so some tell than that the their them then
  there these they this to tool tools up us use user using want was we what when where which who why will with would you your`.split(
    /\s+/,
  ),
)

/** The words of a text or of a name, in small letters. */
export const wordsOf = (text: string): string[] =>
  text
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words that say what a text is about. */
export const contentWords = (text: string): string[] => wordsOf(text).filter((word) => !PLAIN.has(word))

/** What `booking`, `booked` and `books` share. */
export function stemOf(word: string): string {
  const stem = word.replace(/(ations?|ators?|ates?|ating|ated|ions?|ings?|ers?|ors?|ed|es|s|e)$/, '')
  return stem.length < 3 ? word : stem
}
